import { useState } from 'react';
import { DateField, DatePickerField, DateTimeField, YearField } from '#ui/fields/date-fields.tsx';
import { DateRangeField } from '#ui/fields/date-range-field.tsx';
import { EditForm, FieldRow, FormSection } from '#ui/forms/edit-form.tsx';

export const title = 'Date fields';

export default function DateFields() {
  const [sent, setSent] = useState('');
  return (
    <EditForm
      action="/gallery"
      submit="Read the dates"
      guard={false}
      onBefore={({ data }) => {
        setSent(JSON.stringify(data));
        return false;
      }}
    >
      <FormSection title="Day, year, day and time">
        <FieldRow>
          <DateField name="day" label="Date field" defaultValue="2026-11-20" />
          <DatePickerField name="picked" label="Date picker" help="Typed or picked." />
        </FieldRow>
        <FieldRow>
          <DatePickerField
            name="limited"
            label="Within limits"
            optional
            min="2026-02-10"
            max="2026-03-20"
            defaultValue="2026-02-14"
          />
          <YearField name="year" label="Year" optional defaultValue="2013" />
        </FieldRow>
        <DateTimeField name="moment" label="Date and time" optional />
        <FieldRow>
          <DatePickerField name="off" label="Disabled" optional disabled defaultValue="2026-02-14" />
          <DatePickerField name="wrong" label="Refused" optional error="The school was closed on this day." />
        </FieldRow>
      </FormSection>
      <DateRangeField
        label="Date range"
        optional
        presets={[{ label: 'This term', from: '2026-09-14', to: '2026-12-18' }]}
      />
      <output data-sent>{sent}</output>
    </EditForm>
  );
}

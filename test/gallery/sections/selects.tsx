import { useState } from 'react';
import { MULTI_SELECT_EMPTY, PROGRAM_PLACEHOLDER_OPTION } from '#ui/plain/constants.ts';
import { EditForm, FieldRow, FormSection } from '#ui/forms/edit-form.tsx';
import { MultiSelectField } from '#ui/fields/multi-select.tsx';
import { SearchMultiSelectField, SearchSelectField } from '#ui/fields/search-select.tsx';
import { SelectBoxField } from '#ui/fields/select-box.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';

export const title = 'Selects';

const option = (label: string) => ({ value: label.toLowerCase().replaceAll(' ', '-'), label });
const states = ['Abia', 'Adamawa', 'Akwa Ibom', 'Anambra', 'Bauchi', 'Bayelsa', 'Benue', 'Borno', 'Cross River'];
const courses = ['English Language', 'Mathematics', 'Yoruba', 'Basic Science', 'Civic Education', 'Music'];

export default function Selects() {
  const [sent, setSent] = useState('');
  return (
    <EditForm
      action="/gallery"
      submit="Read the choices"
      guard={false}
      onBefore={({ data }) => {
        setSent(JSON.stringify(data));
        return false;
      }}
    >
      <FormSection title="One of several">
        <FieldRow>
          <SelectField name="batch" label="Batch" optional options={[option('JSS 1 A'), option('JSS 1 B')]} />
          <SelectField
            name="program"
            label="Program"
            optional
            placeholder={PROGRAM_PLACEHOLDER_OPTION}
            options={[option('Junior Secondary'), option('Senior Secondary')]}
          />
        </FieldRow>
        <FieldRow>
          <SelectBoxField name="state" label="State" options={states.map(option)} />
          <SelectBoxField
            name="teacher"
            label="Teacher"
            optional
            defaultValue="ada"
            groups={[
              { label: 'Languages', options: [{ value: 'ada', label: 'Ada Obi', hint: 'English' }] },
              {
                label: 'Sciences',
                options: [
                  { value: 'musa', label: 'Musa Bello', hint: 'Physics' },
                  { value: 'ola', label: 'Adébáyọ̀ Ọlá', hint: 'On leave', disabled: true },
                ],
              },
            ]}
          />
        </FieldRow>
        <SelectBoxField name="off" label="Disabled" optional disabled options={states.map(option)} />
      </FormSection>
      <FormSection title="Several of many">
        <FieldRow>
          <MultiSelectField name="courses[]" label="Courses" options={courses.map(option)} />
          <MultiSelectField
            name="arms[]"
            label="Arms"
            optional
            defaultValue={['1a', '2a']}
            groups={[
              {
                label: 'JSS 1',
                options: [
                  { value: '1a', label: 'JSS 1 A' },
                  { value: '1b', label: 'JSS 1 B' },
                ],
              },
              { label: 'JSS 2', options: [{ value: '2a', label: 'JSS 2 A' }] },
            ]}
          />
        </FieldRow>
      </FormSection>
      <FormSection title="Long lists">
        <FieldRow>
          <SearchSelectField name="village" label="Village" optional search="/gallery/options" />
          <SearchMultiSelectField
            name="villages[]"
            label="Villages nearby"
            optional
            placeholder={MULTI_SELECT_EMPTY}
            search="/gallery/options"
            defaultChoices={[{ value: 'Village 007', label: 'Village 007', hint: 'Kwara' }]}
          />
        </FieldRow>
      </FormSection>
      <output data-sent>{sent}</output>
    </EditForm>
  );
}

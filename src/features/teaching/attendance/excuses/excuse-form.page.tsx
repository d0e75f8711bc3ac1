import { DatePickerField } from '#ui/fields/date-fields.tsx';
import { SearchSelectField } from '#ui/fields/search-select.tsx';
import { EditForm, FieldRow } from '#ui/forms/edit-form.tsx';
import { TextareaField } from '#ui/forms/fields.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { withParams } from '#ui/href.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import type { PropsOf } from '#web/page.ts';
import { excuseKinds } from './excuse-labels.ts';
import type { excuseFormPage } from './excuses.routes.ts';

/** A reason that came by phone or on paper, entered by the office. */
export default function ExcuseFormPage({ today }: PropsOf<typeof excuseFormPage>) {
  const { href, search } = useAddress();
  const list = href('/attendance/excuses');
  const institution = new URLSearchParams(search).get('institution_id');
  return (
    <>
      <PageHeader
        title="Add reason"
        breadcrumbs={[{ label: 'Absence notes', href: list }]}
        description="For reasons received by phone, message or on paper. Accept it afterwards to change the registers."
      />
      <EditForm action="/attendance/excuses" submit="Add reason" cancelHref={list}>
        <SearchSelectField
          name="student_id"
          label="Student"
          search={withParams('/attendance/student-options', { institution_id: institution })}
        />
        <FieldRow>
          <DatePickerField name="starts_on" label="First day" defaultValue={today} />
          <DatePickerField name="ends_on" label="Last day" defaultValue={today} />
        </FieldRow>
        <SelectField name="kind" label="Type" options={excuseKinds} />
        <TextareaField name="reason" label="Reason" maxLength={500} rows={3} />
      </EditForm>
    </>
  );
}

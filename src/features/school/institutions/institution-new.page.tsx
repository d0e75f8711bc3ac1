import { EditForm, FormSection } from '#ui/forms/edit-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import type { PropsOf } from '#web/page.ts';
import type { institutionNew } from './institutions.queries.ts';

/** The form to add an institution. */
export default function InstitutionNewPage({ kinds }: PropsOf<typeof institutionNew>) {
  return (
    <>
      <PageHeader title="Add institution" breadcrumbs={[{ label: 'Institutions', href: '/institutions' }]} />
      <EditForm action="/institutions" submit="Add institution" cancelHref="/institutions">
        <FormSection description="It starts with the default roles. You can set colours, numbering and terminology on the next page.">
          <TextField
            name="name"
            label="Name"
            maxLength={200}
            autoFocus
            autoComplete="off"
            placeholder="Ilorin Grammar School"
          />
          <TextField
            name="shortName"
            label="Short name"
            maxLength={40}
            autoComplete="off"
            help="Shown where space is limited, such as lists and messages."
          />
          <SelectField name="kind" label="Type" options={kinds} />
        </FormSection>
      </EditForm>
    </>
  );
}

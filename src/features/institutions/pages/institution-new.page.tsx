import { EditForm, FormSection } from '#ui/edit-form.tsx';
import { TextField } from '#ui/fields.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { SelectField } from '#ui/select-field.tsx';
import type { PropsOf } from '#web/page.ts';
import type { institutionNew } from '../institutions.pages.ts';

/** Another school or college for the group. */
export default function InstitutionNewPage({ kinds }: PropsOf<typeof institutionNew>) {
  return (
    <>
      <PageHeader title="Found an institution" breadcrumbs={[{ label: 'Institutions', href: '/institutions' }]} />
      <EditForm action="/institutions" submit="Add institution" cancelHref="/institutions">
        <FormSection description="It starts with its own roles and nothing else. Colours, numbering and words are set on the next page.">
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
            help="Where there is little room: in lists and messages."
          />
          <SelectField name="kind" label="Kind" options={kinds} />
        </FormSection>
      </EditForm>
    </>
  );
}

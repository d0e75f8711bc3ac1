import { EditForm, FormSection } from '#ui/forms/edit-form.tsx';
import { CheckboxField, NumberField, TextField } from '#ui/forms/fields.tsx';
import { InstitutionChoice } from '#ui/forms/institution-choice.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import type { PropsOf } from '#web/page.ts';
import type { typeFormPage } from './leave.pages.ts';

/** Adds or edits a type of leave. */
export default function TypeFormPage({ type, opened, ...form }: PropsOf<typeof typeFormPage>) {
  const { href } = useAddress();
  const back = href('/leave-types');
  return (
    <>
      <PageHeader title={type ? type.name : 'Add leave type'} breadcrumbs={[{ label: 'Leave types', href: back }]} />
      <EditForm
        opened={opened}
        action={type ? `/leave-types/${type.id}` : '/leave-types'}
        submit={type ? 'Save leave type' : 'Add leave type'}
        cancelHref={back}
      >
        <FormSection>
          {!type && <InstitutionChoice {...form} />}
          <TextField name="name" label="Name" maxLength={60} autoComplete="off" />
          <NumberField
            name="daysAYear"
            label="Days a year"
            optional
            min={0}
            max={366}
            step={0.5}
            help="Leave empty for no limit. An employee can have other days on their own record."
          />
          <CheckboxField name="isPaid" label="Paid" defaultChecked={type?.isPaid ?? true} />
          <CheckboxField
            name="needsPaper"
            label="Needs a document"
            help="Such as a doctor’s report or a letter of admission."
          />
          <CheckboxField
            name="isRestricted"
            label="Restricted"
            help="Reveals something about a person’s health or family. Colleagues see only “Away”, and every view is logged."
          />
          <CheckboxField
            name="countsAllDays"
            label="All days count"
            help="Includes weekends and holidays, as for maternity leave. Otherwise only working days count."
          />
        </FormSection>
      </EditForm>
    </>
  );
}

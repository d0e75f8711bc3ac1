import { DateField } from '#ui/fields/date-fields.tsx';
import { EditForm, FormSection } from '#ui/forms/edit-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { SearchSelectField } from '#ui/fields/search-select.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import type { loanForm } from './loans.pages.ts';

export default function LoanFormPage({ loan, opened }: PropsOf<typeof loanForm>) {
  const { href } = useAddress();
  return (
    <>
      <PageHeader title={loan ? 'Edit loan' : 'Add loan'} breadcrumbs={[{ label: 'Loans', href: href('/loans') }]} />
      <EditForm
        opened={opened}
        action={loan ? `/loans/${loan.id}` : '/loans'}
        submit={loan ? 'Save loan' : 'Add loan'}
        cancelHref={href('/loans')}
      >
        <FormSection>
          {!loan && <SearchSelectField name="studentId" label="Student" search={href('/loans/student-options')} />}
          <TextField name="title" label="Title" defaultValue={loan?.title} maxLength={200} />
          <DateField name="dueOn" label="Due" defaultValue={loan?.dueOn} />
          {loan && (
            <DateField name="returnedOn" label="Returned" optional defaultValue={loan.returnedOn ?? undefined} />
          )}
        </FormSection>
      </EditForm>
    </>
  );
}

import { EditForm, FieldRow, FormSection } from '#ui/forms/edit-form.tsx';
import { TextareaField, TextField } from '#ui/forms/fields.tsx';
import { InstitutionChoice } from '#ui/forms/institution-choice.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import type { PropsOf } from '#web/page.ts';
import { accountKinds } from '#features/money/ledger/chart.ts';
import type { accountFormPage } from '../books.pages.ts';

/** The form of an account. */
export default function AccountFormPage({ account, opened, ...place }: PropsOf<typeof accountFormPage>) {
  const { href } = useAddress();
  const back = href('/ledger/accounts');
  const kinds = Object.entries(accountKinds).map(([value, label]) => ({ value, label }));
  return (
    <>
      <PageHeader
        title={account ? `Edit ${account.name}` : 'Add account'}
        breadcrumbs={[{ label: 'Accounts', href: back }]}
      />
      <EditForm
        key={place.institutionId}
        opened={opened}
        action={account ? `/ledger/accounts/${account.id}` : '/ledger/accounts'}
        submit={account ? 'Save account' : 'Add account'}
        cancelHref={back}
      >
        <FormSection>
          {!account && <InstitutionChoice {...place} />}
          <FieldRow>
            <TextField
              name="code"
              label="Code"
              defaultValue={account?.code}
              maxLength={12}
              placeholder="6010"
              autoFocus
              autoComplete="off"
            />
            <TextField
              name="name"
              label="Name"
              defaultValue={account?.name}
              maxLength={80}
              placeholder="Diesel"
              autoComplete="off"
            />
          </FieldRow>
          {account?.role ? (
            <input type="hidden" name="kind" value={account.kind} />
          ) : (
            <SelectField
              name="kind"
              label="Type"
              placeholder={account ? null : undefined}
              defaultValue={account?.kind}
              options={kinds}
              help="The type can’t be changed once entries are posted."
            />
          )}
          <TextareaField
            name="note"
            label="Note"
            optional
            rows={2}
            maxLength={300}
            defaultValue={account?.note ?? ''}
          />
        </FormSection>
      </EditForm>
    </>
  );
}

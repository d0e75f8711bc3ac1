import { EditForm } from '#ui/forms/edit-form.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { UploadField } from '#ui/fields/upload-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PrimaryLink } from '#ui/button.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import type { PropsOf } from '#web/page.ts';
import { statementBytes } from '../bank-labels.ts';
import type { statementNewPage } from '../bank.pages.ts';

/** Chooses the bank account and the file. */
export default function StatementNewPage({ accounts }: PropsOf<typeof statementNewPage>) {
  const { href } = useAddress();
  const list = href('/bank-statements');
  return (
    <>
      <PageHeader
        title="Upload bank statement"
        breadcrumbs={[{ label: 'Bank statements', href: list }]}
        description="In the next step you confirm the columns. Nothing is posted until you confirm a proposal."
      />
      {accounts.length === 0 ? (
        <EmptyState
          title="No bank account yet"
          action={<PrimaryLink href={href('/bank-accounts/new')}>Add bank account</PrimaryLink>}
        >
          Add the bank account that the statement belongs to.
        </EmptyState>
      ) : (
        <EditForm action="/bank-statements" submit="Upload and confirm columns" cancelHref={list} guard={false}>
          <SelectField
            name="bank_account_id"
            label="Bank account"
            {...(accounts.length === 1 && { placeholder: null })}
            defaultValue={accounts.length === 1 ? String(accounts[0]!.id) : ''}
            options={accounts.map(({ id, label }) => ({ value: String(id), label }))}
          />
          <UploadField
            name="file"
            label="Statement"
            accept=".csv,.tsv,.txt,.xlsx"
            maxBytes={statementBytes}
            hint="CSV or Excel (.xlsx), up to 10 MB and 20,000 rows"
          />
        </EditForm>
      )}
    </>
  );
}

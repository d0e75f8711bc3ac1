import { useState } from 'react';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { ChoiceField } from '#ui/forms/select-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import type { PropsOf } from '#web/page.ts';
import type { bankAccountFormPage } from '../bank.pages.ts';
import { InstitutionField } from '#ui/forms/institution-choice.tsx';

/** Adds or edits a bank account. */
export default function BankAccountFormPage(props: PropsOf<typeof bankAccountFormPage>) {
  const { account, opened, institutions, ledgerAccounts } = props;
  const { href } = useAddress();
  const [institutionId, setInstitutionId] = useState(props.institutionId);
  const choices = ledgerAccounts.filter((one) => one.institutionId === institutionId);
  const usual = account?.ledger_account_id ?? choices.find(({ isUsual }) => isUsual)?.id;
  const list = href('/bank-accounts');
  return (
    <>
      <PageHeader
        title={account ? `Edit ${account.name}` : 'Add bank account'}
        breadcrumbs={[{ label: 'Bank accounts', href: list }]}
      />
      <EditForm
        opened={opened}
        action={account ? `/bank-accounts/${account.id}` : '/bank-accounts'}
        submit={account ? 'Save bank account' : 'Add bank account'}
        cancelHref={list}
      >
        {!account && (
          <InstitutionField institutionId={institutionId} institutions={institutions} onChange={setInstitutionId} />
        )}
        <TextField name="name" label="Name" maxLength={80} placeholder="Fees account" autoComplete="off" />
        <TextField name="bank" label="Bank" maxLength={80} placeholder="First Bank" autoComplete="off" />
        <TextField
          name="number"
          label="Account number"
          maxLength={40}
          inputMode="numeric"
          placeholder="0123456789"
          autoComplete="off"
        />
        <ChoiceField
          key={institutionId}
          name="ledger_account_id"
          label="Ledger account"
          defaultValue={usual === undefined ? '' : String(usual)}
          options={choices.map(({ id, label }) => ({ value: String(id), label }))}
          help="The account for this bank in the books. Add an asset account under Accounts for each bank to keep them separate."
        />
      </EditForm>
    </>
  );
}

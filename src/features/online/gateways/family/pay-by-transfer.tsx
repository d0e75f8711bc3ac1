import { useRef } from 'react';
import { referenceLine, type PayTo } from '#features/money/invoices/bills/pay-to-words.ts';
import { CopyButton } from '#ui/copy-button.tsx';
import { Card } from '#ui/records/card.tsx';
import { DescriptionList } from '#ui/records/description-list.tsx';
import type { FamilyInstitution } from './my-fees.queries.ts';
import classes from '../shared/fees.module.css';

/** How to pay where nobody can pay online: the school's bank accounts, and what to write on the transfer. */
export function PayByTransfer({ institution }: { institution: FamilyInstitution }) {
  const { accounts, children } = institution;
  const owing = children.filter(({ dues }) => dues.length > 0);
  if (accounts.length === 0)
    return (
      <Card title="How to pay">
        <p>Online payment is switched off. Please pay at the bursar’s office.</p>
      </Card>
    );
  return (
    <Card title="Pay by bank transfer">
      <div className={classes.transfer}>
        {accounts.map((account) => (
          <Account key={account.id} {...account} />
        ))}
        {owing.map(({ id, firstName, admissionNumber, dues }) => (
          <p key={id}>
            For {firstName}: {referenceLine([...new Set(dues.map(({ invoice }) => invoice))], admissionNumber)}
          </p>
        ))}
        <p>
          Your payment shows here once the school has confirmed it with the bank. You can also pay at the bursar’s
          office.
        </p>
      </div>
    </Card>
  );
}

function Account({ name, bank, number }: PayTo) {
  const shown = useRef<HTMLElement>(null);
  return (
    <DescriptionList
      items={[
        ['Bank', bank],
        ['Account name', name],
        [
          'Account number',
          <span key="number" className={classes.number}>
            <code ref={shown}>{number}</code>
            <CopyButton small text={number} shown={shown} what="account number" />
          </span>,
        ],
      ]}
    />
  );
}

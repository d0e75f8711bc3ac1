import { Link } from '#ui/link.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import type { myFeesPage } from '../gateways.pages.ts';
import { DateTimeText, Money, DateText, Secondary } from '#ui/text.tsx';
import classes from '../shared/fees.module.css';
import { Badge } from '#ui/badge.tsx';
import { Card } from '#ui/records/card.tsx';
import { channels } from '#features/money/ledger/channels.ts';
import { paymentStatuses, receiptNumber } from '#features/money/payments/payments.ts';
import type { FamilyPayment } from './family-payments.ts';
import { useState, useRef } from 'react';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { CheckboxField } from '#ui/forms/fields.tsx';
import { count, money } from '#ui/format.ts';
import { MoneyField } from '#ui/forms/money-field.tsx';
import type { FamilyInstitution } from './my-fees.queries.ts';
import { ChildFees } from './child-fees.tsx';
import { TestNotice } from './test-notice.tsx';
import { referenceLine, type PayTo } from '#features/money/invoices/bills/pay-to-lines.ts';
import { CopyButton } from '#ui/copy-button.tsx';
import { DescriptionList } from '#ui/records/description-list.tsx';

/** What a family owes, to be paid from a phone. */
export default function MyFeesPage({ institutions, waiting, payments, isCut }: PropsOf<typeof myFeesPage>) {
  const address = useAddress();
  if (institutions.length === 0)
    return (
      <>
        <PageHeader title="My fees" />
        <EmptyState title="No students linked">
          No student is linked to your account. If this is wrong, tell the school office.
        </EmptyState>
      </>
    );
  return (
    <>
      <PageHeader title="My fees" />
      {waiting.length > 0 && (
        <ul className={classes.waiting} aria-label="Pending payments">
          {waiting.map((payment) => (
            <li key={payment.id}>
              <Link href={address.href(`/online-payments/${payment.id}`)}>
                {payment.status === 'review' ? 'The school is reviewing' : 'We’re waiting for'} your payment of{' '}
                <Money minor={payment.amount} currency={payment.currency} />,{' '}
                <DateTimeText value={payment.startedAt} institutionId={payment.institutionId} />
              </Link>
            </li>
          ))}
        </ul>
      )}
      {institutions.map((institution) => (
        <section key={institution.id} className={classes.school}>
          {institutions.length > 1 && <h2>{institution.name}</h2>}
          <FamilyForm institution={institution} />
        </section>
      ))}
      <FamilyPayments payments={payments} isCut={isCut} />
    </>
  );
}

/** What the family has paid, latest first. */
function FamilyPayments({ payments, isCut }: { payments: FamilyPayment[]; isCut: boolean }) {
  if (payments.length === 0) return null;
  return (
    <div className={classes.school}>
      <Card title="Payments" flush>
        <ul className={classes.payments}>
          {payments.map((payment) => (
            <li key={`${payment.institutionId} ${payment.id}`}>
              <span>
                <DateText value={payment.day} /> · {channels[payment.channel]} · {payment.children}
              </span>
              <span className={classes.amount}>
                <Money minor={payment.amount} currency={payment.currency} />
              </span>
              <span className={classes.links}>
                {payment.receipt !== null &&
                  (payment.isWhole ? (
                    <a href={`/my-fees/payments/${payment.id}/receipt`} target="_blank" rel="noreferrer">
                      Receipt {receiptNumber(payment.receipt)}
                    </a>
                  ) : (
                    <Secondary>{receiptNumber(payment.receipt)}</Secondary>
                  ))}
                {payment.isTest && <Badge tone="gold">Test</Badge>}
                {payment.status !== 'successful' && <Badge tone="info">{paymentStatuses[payment.status]}</Badge>}
              </span>
            </li>
          ))}
        </ul>
        {isCut && (
          <p className={classes.note}>The latest {payments.length} payments. The statement of account has them all.</p>
        )}
      </Card>
    </div>
  );
}

/** The children of one school with what each owes; what is ticked is paid together. */
function FamilyForm({ institution }: { institution: FamilyInstitution }) {
  const { id, children, online, currency } = institution;
  const dues = children.flatMap((child) => child.dues);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(dues.map(({ key }) => key)));
  const [isPart, setPart] = useState(false);
  const toggle = (key: string) => setChosen((before) => before.symmetricDifference(new Set([key])));
  const sum = dues.reduce((total, { key, open }) => total + (chosen.has(key) ? open : 0), 0);
  const cards = children.map((child) => (
    <ChildFees
      key={child.id}
      child={child}
      institution={institution}
      chosen={chosen}
      toggle={toggle}
      isOpen={online !== null}
    />
  ));
  if (!online || dues.length === 0)
    return (
      <div className="column">
        {cards}
        {dues.length > 0 && <PayByTransfer institution={institution} />}
      </div>
    );
  return (
    <>
      {online.isTest && <TestNotice />}
      <EditForm
        action="/my-fees/pay"
        submit={sum && !isPart ? `Pay ${money(sum, currency)}` : 'Pay'}
        guard={false}
        long
      >
        <input type="hidden" name="institution_id" value={id} />
        <div className="column" data-tour="my-fees">
          {cards}
        </div>
        <div className={classes.pay} data-tour="pay-fees">
          <p className={classes.total} role="status">
            <span>
              {chosen.size === dues.length ? 'All fees' : `${count(chosen.size)} of ${count(dues.length)} chosen`}
            </span>
            <strong>
              <Money minor={sum} currency={currency} />
            </strong>
          </p>
          <CheckboxField
            name="part"
            label="Pay another amount"
            checked={isPart}
            onChange={(event) => setPart(event.target.checked)}
          />
          {isPart ? (
            <MoneyField
              key={sum}
              name="amount"
              label="Amount to pay"
              currency={currency}
              defaultValue={sum}
              help={`At least ${money(Math.min(online.minimum, sum), currency)}. The fees due first are paid first.`}
            />
          ) : (
            <input type="hidden" name="amount" value={sum} />
          )}
        </div>
      </EditForm>
    </>
  );
}

/** How to pay where nobody can pay online: the school's bank accounts, and what to write on the transfer. */
function PayByTransfer({ institution }: { institution: FamilyInstitution }) {
  const { accounts, children } = institution;
  const owing = children.filter(({ dues }) => dues.length > 0);
  if (accounts.length === 0)
    return (
      <Card title="How to pay">
        <p>Online payment is off. Please pay at the bursar’s office.</p>
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

import { Link } from '#ui/link.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import { DateTimeText, Money } from '#ui/text.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import { FamilyForm } from './family-form.tsx';
import { FamilyPayments } from './family-payments.tsx';
import type { myFeesPage } from '../gateways.pages.ts';
import classes from '../shared/fees.module.css';

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
        <ul className={classes.waiting} aria-label="Payments that are not decided yet">
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

import { Link } from '#ui/link.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { Card } from '#ui/records/card.tsx';
import { DateText, DateTimeText, Money, Secondary } from '#ui/text.tsx';
import type { PaymentRecord } from './payment-record.queries.ts';
import classes from '../shared/counter.module.css';

/** The ledger entries of a payment, and who did what with it. */
export function PaymentEntries({ payment }: { payment: PaymentRecord }) {
  const { href } = useAddress();
  return (
    <>
      <Card title="In the books" flush>
        {payment.entries.length === 0 && (
          <p className={classes.child}>
            {payment.status === 'pending' ? 'Nothing is posted yet.' : 'Nothing was posted.'}
          </p>
        )}
        {payment.entries.map((entry) => (
          <div key={entry.id} className={classes.child}>
            <header>
              <h3>
                {payment.can.openEntries ? (
                  <Link href={href(`/ledger/entries/${entry.id}`)}>{entry.description}</Link>
                ) : (
                  entry.description
                )}
              </h3>
              <DateText value={entry.day} />
            </header>
            <table className={classes.table}>
              <thead>
                <tr>
                  <th scope="col">Account</th>
                  <th scope="col" className={classes.number}>
                    Debit
                  </th>
                  <th scope="col" className={classes.number}>
                    Credit
                  </th>
                </tr>
              </thead>
              <tbody>
                {entry.lines.map((line, at) => (
                  <tr key={at}>
                    <td>{line.name}</td>
                    <td className={classes.number}>
                      {line.amount > 0 && <Money minor={line.amount} currency={payment.currency} />}
                    </td>
                    <td className={classes.number}>
                      {line.amount < 0 && <Money minor={-line.amount} currency={payment.currency} />}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        ))}
      </Card>
      {payment.history.length > 0 && (
        <Card title="History" flush>
          {payment.history.map((act) => (
            <p key={act.id} className={classes.child}>
              {act.person} {act.summary}{' '}
              <Secondary>
                <DateTimeText value={act.at} institutionId={payment.institutionId} />
              </Secondary>
            </p>
          ))}
        </Card>
      )}
    </>
  );
}

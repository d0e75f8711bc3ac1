import { Link } from '#ui/link.tsx';
import { countOf } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { Card } from '#ui/records/card.tsx';
import { Money, Secondary } from '#ui/text.tsx';
import { channels } from '#features/money/ledger/channels.ts';
import type { UnseenTotals } from './figures.ts';
import classes from './reconciliation.module.css';

/** Payments that no statement of any bank had shown. They stand in the accounts of their channels. */
export function UnseenPayments({
  unseen,
  currency,
  through,
}: {
  unseen: UnseenTotals[];
  currency: string;
  through: string;
}) {
  const { href } = useAddress();
  return (
    <Card title="Received, not seen at any bank" flush>
      {unseen.length === 0 ? (
        <p className={classes.empty}>Nothing.</p>
      ) : (
        <table className={classes.table}>
          <tbody>
            {unseen.map(({ channel, count, amount, oldest }) => (
              <tr key={channel}>
                <td>
                  <Link href={href('/payment_records', { bank: 'not_seen', channel, to: through })}>
                    {channels[channel]}
                  </Link>{' '}
                  <Secondary>
                    {countOf(count, 'payment')}, the oldest {countOf(oldest, 'day')} old
                  </Secondary>
                </td>
                <td className={classes.number}>
                  <Money minor={amount} currency={currency} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}

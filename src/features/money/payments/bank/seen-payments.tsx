import { Link } from '#ui/link.tsx';
import { countOf } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { Card } from '#ui/records/card.tsx';
import { DateText, Money, Secondary } from '#ui/text.tsx';
import { channels, receiptNumber } from '#features/money/receivables/receivables.ts';
import type { SeenPayment } from './bank.queries.ts';
import classes from './bank.module.css';

/** The payments that a lump was. */
export function SeenPayments({ payments, currency }: { payments: SeenPayment[]; currency: string }) {
  const { href } = useAddress();
  return (
    <Card title={countOf(payments.length, 'payment')} flush>
      {payments.map(({ id, number, channel, day, amount }) => (
        <div key={id} className={classes.group}>
          <Link href={href(`/payment_records/${id}`)}>{number === null ? `Payment ${id}` : receiptNumber(number)}</Link>
          <Secondary>
            {channels[channel]}, <DateText value={day} />
          </Secondary>
          <Money minor={amount} currency={currency} />
        </div>
      ))}
    </Card>
  );
}

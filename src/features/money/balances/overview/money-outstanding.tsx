import { Card } from '#ui/records/card.tsx';
import type { Owed } from './overview.queries.ts';
import { sumOfAges } from './sum-of-ages.ts';
import { Bars } from '../shared/bars.tsx';

interface OutstandingByProps {
  byClass: Owed[];
  fees: Owed[];
  currency: string;
  href: (path: string, more?: Record<string, string | number | null>) => string;
  /** The institution's term for a class. */
  word: string;
}

/** What is open of each class and of each fee, the largest first. */
export function OutstandingBy({ byClass, fees, currency, href, word }: OutstandingByProps) {
  return (
    <>
      <Card title={`Outstanding by ${word.toLowerCase()}`}>
        {byClass.length === 0 && 'Nobody owes anything.'}
        <Bars
          caption={`Outstanding by ${word.toLowerCase()}`}
          head={word}
          currency={currency}
          rows={byClass.map((row) => ({
            key: String(row.id),
            label: row.name ?? `Without ${word.toLowerCase()}`,
            amount: sumOfAges(row),
            href: row.id ? href('/balances', { class: row.id }) : undefined,
          }))}
        />
      </Card>
      <Card title="Outstanding by fee">
        {fees.length === 0 && 'Nobody owes anything.'}
        <Bars
          caption="Outstanding by fee"
          head="Fee"
          currency={currency}
          rows={fees.map((row) => ({
            key: String(row.id),
            label: row.name ?? 'Other invoices',
            amount: sumOfAges(row),
            href: row.id ? href('/invoices', { fee: row.id }) : href('/invoices'),
          }))}
        />
      </Card>
    </>
  );
}

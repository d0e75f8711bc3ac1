import { dateText } from '#ui/format.ts';
import { Card } from '#ui/records/card.tsx';
import type { Week } from './overview.queries.ts';
import { PairedBars } from '../shared/bars.tsx';

/** What fell due against what came in. */
export function Weeks({ weeks, currency }: { weeks: Week[]; currency: string }) {
  return (
    <Card title="Expected and collected by week" tour="money-weeks">
      <PairedBars
        caption="Expected and collected by week"
        names={['Expected', 'Collected']}
        currency={currency}
        rows={weeks.map(({ week, expected, collected: came }) => ({
          key: week,
          // Twelve weeks: the year says nothing.
          label: dateText(week).replace(/ \d{4}$/, ''),
          amounts: [expected, came],
        }))}
      />
    </Card>
  );
}

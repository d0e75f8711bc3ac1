import { Link } from '#ui/link.tsx';
import { countOf, money } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { DataTable } from '#ui/lists/data-table.tsx';
import { Card } from '#ui/records/card.tsx';
import { Stat, Stats } from '#ui/records/stat.tsx';
import { EmptyState } from '#ui/states.tsx';
import { Money } from '#ui/text.tsx';
import { useWords } from '#web/client/use-words.ts';
import type { BillingPreview as Preview } from './preview.queries.ts';

/** Whom a run of one fee would bill, by class, and who is left out and why. */
export function BillingPreview({ preview, heading }: { preview: Preview; heading: boolean }) {
  const { href } = useAddress();
  const words = useWords(preview.institutionId);
  const { id, classes, currency, students, total, runningId } = preview;
  return (
    <>
      {heading && (
        <h2>
          <Link href={href(`/fees/${id}`)}>{preview.title}</Link>
        </h2>
      )}
      <Stats>
        <Stat label="Students to bill" value={students} />
        <Stat label="Total" value={money(total, currency)} />
        <Stat
          label="Left out"
          value={leftOutOf(preview).reduce((sum, [, count]) => sum + count, 0)}
          hint={leftOutOf(preview)
            .map(([why, count]) => `${count} ${why}`)
            .join(' · ')}
        />
      </Stats>
      {runningId !== null && (
        <p role="status">
          A run of this fee is at work. <Link href={href(`/fee-runs/${runningId}`)}>View its progress</Link>
        </p>
      )}
      {preview.outside > 0 && (
        <p>
          {countOf(preview.outside, 'billed student is', 'billed students are')} no longer among those the fee is for.{' '}
          <Link href={href(`/fees/${id}/proposals`)}>Review</Link>
        </p>
      )}
      <Card flush title={`By ${words.class.toLowerCase()}`}>
        <DataTable
          flush
          name="billing-classes"
          caption={`Students to bill by ${words.class.toLowerCase()}: ${preview.title}`}
          rows={classes}
          columns={[
            { key: 'name', title: words.class, hideable: false, render: (row) => row.name },
            {
              key: 'students',
              title: 'Students',
              numeric: true,
              align: 'end',
              card: 'line',
              render: (row) => row.students,
            },
            {
              key: 'total',
              title: 'Total',
              numeric: true,
              align: 'end',
              card: 'aside',
              render: (row) => <Money minor={row.total} currency={currency} />,
            },
          ]}
          empty={<EmptyState title="Nobody to bill">{whyNobody(preview)}</EmptyState>}
        />
      </Card>
    </>
  );
}

const leftOutOf = ({ leftOut }: Preview): [why: string, count: number][] =>
  (
    [
      ['billed already', leftOut.billed],
      ['cancelled before', leftOut.cancelled],
      ['with nothing to pay', leftOut.nothing],
      ['without a class', leftOut.unseated],
    ] as [string, number][]
  ).filter(([, count]) => count > 0);

const whyNobody = ({ isEnded, leftOut }: Preview) =>
  isEnded
    ? 'This fee has ended.'
    : leftOut.billed > 0
      ? 'Everyone this fee is for has been billed. New students appear here once they have a class.'
      : 'No student matches whom this fee is for. Check its audience.';

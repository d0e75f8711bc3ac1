import { moneyColumn } from '#ui/lists/money-column.tsx';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { countOf, money } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import type { PropsOf } from '#web/page.ts';
import type { billFeesPage } from './billing.routes.ts';
import classes from '../shared/billing.module.css';
import { Link } from '#ui/link.tsx';
import { DataTable } from '#ui/lists/data-table.tsx';
import { Card } from '#ui/records/card.tsx';
import { Stat, Stats } from '#ui/records/stat.tsx';
import { useTerms } from '#web/client/use-terms.ts';
import type { BillingPreview as Preview } from './start-runs.ts';

/** What billing would do, before anybody is billed. */
export default function BillFeesPage({ previews }: PropsOf<typeof billFeesPage>) {
  const { href } = useAddress();
  const [only] = previews;
  const isOne = previews.length === 1;
  const ready = previews.filter(({ students, isEnded, runningId }) => students > 0 && !isEnded && runningId === null);
  const students = ready.reduce((sum, preview) => sum + preview.students, 0);
  const back = isOne ? `/fees/${only!.id}` : '/fees';
  return (
    <>
      <PageHeader
        title={isOne ? `Bill students: ${only!.title}` : 'Bill students'}
        breadcrumbs={[
          { label: 'Fees', href: href('/fees') },
          ...(isOne ? [{ label: only!.title, href: href(back) }] : []),
        ]}
        description="Nobody is billed before you confirm. Each student gets one invoice for a fee, however often you bill it."
      />
      <div className={classes.stack}>
        {previews.length === 0 && (
          <EmptyState title="No fees chosen">Choose the fees to bill in the list of fees.</EmptyState>
        )}
        {previews.map((preview) => (
          <BillingPreview key={preview.id} preview={preview} heading={!isOne} />
        ))}
        {ready.length > 0 && (
          <EditForm
            action="/fee-runs"
            submit={isOne ? `Bill ${countOf(students, 'student')}` : `Bill ${countOf(ready.length, 'fee')}`}
            cancelHref={href(back)}
            guard={false}
            aside={<span className={classes.note}>{sumsOf(ready)}</span>}
          >
            {ready.map(({ id }) => (
              <input key={id} type="hidden" name="fee_ids[]" value={id} />
            ))}
          </EditForm>
        )}
      </div>
    </>
  );
}

/** The totals, by currency. */
const sumsOf = (previews: { currency: string; total: number }[]) =>
  [...Map.groupBy(previews, ({ currency }) => currency)]
    .map(([currency, of]) =>
      money(
        of.reduce((sum, { total }) => sum + total, 0),
        currency,
      ),
    )
    .join(' and ');

/** Whom a run of one fee would bill, by class, and who is left out and why. */
function BillingPreview({ preview, heading }: { preview: Preview; heading: boolean }) {
  const { href } = useAddress();
  const words = useTerms(preview.institutionId);
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
          label="Skipped"
          value={leftOutOf(preview).reduce((sum, [, count]) => sum + count, 0)}
          hint={leftOutOf(preview)
            .map(([why, count]) => `${count} ${why}`)
            .join(' · ')}
        />
      </Stats>
      {runningId !== null && (
        <p role="status">
          A run of this fee is in progress. <Link href={href(`/fee-runs/${runningId}`)}>View its progress</Link>
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
              card: 'figure',
              render: (row) => row.students,
            },
            moneyColumn('total', 'Total', { currency, card: 'aside' }),
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
      : 'No student matches this fee’s audience. Check who it’s for.';

import { Badge } from '#ui/badge.tsx';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import { DateTimeText, Secondary } from '#ui/text.tsx';
import { useMoreRows } from '#ui/lists/use-more-rows.ts';
import { useInstitutions } from '#web/client/use-institutions.ts';
import type { PropsOf } from '#web/page.ts';
import type { approvalsPage } from './approvals.pages.ts';
import type { PastApproval } from './approvals.queries.ts';
import { WaitingRequest } from './waiting-request.tsx';
import classes from './approvals.module.css';

/** Waiting and past approval requests. */
export default function ApprovalsPage({ waiting, isCut, rows, next }: PropsOf<typeof approvalsPage>) {
  const list = useMoreRows({ rows, next });
  const institutions = useInstitutions();
  const nameOf = (id: number) =>
    institutions.length > 1 ? institutions.find((institution) => institution.id === id)?.shortName : undefined;
  return (
    <>
      <PageHeader
        title="Approvals"
        description="Some changes need a second person’s approval. You can’t approve your own requests."
      />
      <section className={classes.section} aria-labelledby="waiting" data-tour="approvals">
        <h2 id="waiting">Waiting</h2>
        {waiting.length === 0 ? (
          <EmptyState title="No waiting requests">
            Your own requests and those you can approve appear here. You’ll be notified of new ones.
          </EmptyState>
        ) : (
          <ul className={classes.waiting}>
            {waiting.map((request) => (
              <WaitingRequest key={request.id} request={request} institution={nameOf(request.institutionId)} />
            ))}
          </ul>
        )}
        {isCut && <Secondary>Showing the latest {waiting.length}. Decide some to see the rest.</Secondary>}
      </section>
      {rows.length > 0 && (
        <section className={classes.section} aria-labelledby="past">
          <h2 id="past">Past</h2>
          <DataTable
            name="approvals"
            caption="Past requests"
            columns={columnsFor(nameOf)}
            rows={list.rows}
            onMore={list.more}
            loadingMore={list.loading}
          />
        </section>
      )}
    </>
  );
}

const tones: Record<string, 'good' | 'bad'> = { approved: 'good', completed: 'good', declined: 'bad' };

const columnsFor = (nameOf: (id: number) => string | undefined): Column<PastApproval>[] => [
  {
    key: 'request',
    title: 'Request',
    primary: true,
    wraps: true,
    render: (row) => (
      <>
        {row.asker} wanted to {row.summary}
        {nameOf(row.institutionId) && <Secondary> · {nameOf(row.institutionId)}</Secondary>}
      </>
    ),
  },
  {
    key: 'outcome',
    title: 'Outcome',
    card: 'aside',
    render: (row) => (
      <Badge tone={tones[row.outcome]}>{row.outcome.replace(/^./, (letter) => letter.toUpperCase())}</Badge>
    ),
  },
  { key: 'decider', title: 'Decided by', card: 'line', render: (row) => row.decider ?? '—' },
  {
    key: 'at',
    title: 'Date',
    card: 'line',
    render: (row) => <DateTimeText value={row.decidedAt} institutionId={row.institutionId} />,
  },
  { key: 'reason', title: 'Reason', render: (row) => row.reason ?? '—' },
];

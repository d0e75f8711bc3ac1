import { Badge } from '#ui/badge.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { Column } from '#ui/lists/data-table.tsx';
import { EmptyState } from '#ui/states.tsx';
import { DateText } from '#ui/text.tsx';
import { ListPage } from '#web/client/list-page.tsx';
import { useTerms } from '#web/client/use-terms.ts';
import type { PropsOf } from '#web/page.ts';
import { changeCountsText } from './change-counts-text.ts';
import { correctionStates, correctionTones } from './correction-states.ts';
import type { CorrectionRow } from './corrections.list.ts';
import classes from '../shared/corrections.module.css';
import type { correctionListPage } from '../results.pages.ts';

/** Corrections of published results: what waits, what was done and what was refused. */
export default function CorrectionListPage(list: PropsOf<typeof correctionListPage>) {
  const { href } = useAddress();
  return (
    <ListPage
      {...list}
      name="result-corrections"
      tour="corrections"
      title="Corrections"
      description="Published results change only by a correction that a second person approves."
      filters={[{ key: 'state', label: 'Status', pinned: true, options: correctionStates }]}
      columns={columns}
      rowHref={({ id }) => href(`/result-corrections/${id}`)}
      empty={
        <EmptyState title="No corrections yet">
          To correct published marks, open their sheet under Marks and choose Correct marks. To correct a remark, the
          attendance or the courses of one student, open the report card and choose Correct.
        </EmptyState>
      }
    />
  );
}

function What(row: CorrectionRow) {
  return changeCountsText(row, useTerms(row.institutionId));
}

const columns: Column<CorrectionRow>[] = [
  {
    key: 'sheet',
    title: 'Correction',
    primary: true,
    wraps: true,
    render: (row) => (
      <>
        <What {...row} />, {row.batch}
        <div className={classes.place}>
          {row.term}, {row.session}
        </div>
      </>
    ),
  },
  {
    key: 'state',
    title: 'Status',
    card: 'aside',
    render: (row) => <Badge tone={correctionTones[row.state]}>{correctionStates[row.state]}</Badge>,
  },
  {
    key: 'at',
    title: 'Requested',
    card: 'line',
    render: (row) => <DateText value={String(row.askedAt)} />,
  },
  { key: 'asker', title: 'By', wraps: true, render: (row) => row.asker },
  { key: 'decider', title: 'Decided by', wraps: true, render: (row) => row.decider },
  { key: 'reason', title: 'Reason', card: 'below', wraps: true, render: (row) => row.reason },
];

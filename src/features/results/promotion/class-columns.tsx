import { Badge } from '#ui/badge.tsx';
import type { Column } from '#ui/lists/data-table.tsx';
import { Secondary } from '#ui/text.tsx';
import { outcomesAndUndecided, type Outcome } from './outcomes.ts';
import type { ClassOverview } from './overview.queries.ts';

const shown: (Outcome | 'undecided')[] = ['promoted', 'on_trial', 'repeat', 'graduated', 'withdrawn', 'undecided'];

/** Classes with how many go on, repeat or leave; none is an empty cell, so that numbers stand out. */
export const classColumns = (word: string): Column<ClassOverview>[] => [
  {
    key: 'name',
    title: word,
    primary: true,
    render: (row) => (
      <>
        {row.name} <Secondary>{row.nextClass ? `to ${row.nextClass}` : 'final class'}</Secondary>
      </>
    ),
  },
  { key: 'program', title: 'Programme', hidden: true, render: (row) => row.program },
  { key: 'rule', title: 'Rule', hidden: true, wraps: true, render: (row) => row.rule ?? 'None' },
  {
    key: 'students',
    title: 'Students',
    numeric: true,
    align: 'end',
    card: 'line',
    render: (row) => row.students,
  },
  ...shown.map((key): Column<ClassOverview> => ({
    key,
    title: outcomesAndUndecided[key],
    numeric: true,
    align: 'end',
    render: (row) => row.outcomes[key] || null,
  })),
  {
    key: 'state',
    title: 'Status',
    card: 'aside',
    tour: 'promotion-state',
    render: (row) => <ClassState {...row} />,
  },
];

function ClassState({ rule, states, outcomes, isWaiting }: ClassOverview) {
  const open = states.proposed + states.changed;
  if (open === 0 && states.approved === 0) return <Badge tone="good">Carried out</Badge>;
  if (!rule && outcomes.undecided > 0) return <Badge tone="bad">No rule</Badge>;
  if (isWaiting) return <Badge tone="info">Waiting for approval</Badge>;
  if (open > 0 && outcomes.undecided === open && states.approved === 0)
    return <Badge tone="bad">Results missing</Badge>;
  if (open > 0) return <Badge tone="info">Proposal</Badge>;
  return <Badge tone="good">Approved</Badge>;
}

import { Badge } from '#ui/badge.tsx';
import { listName } from '#ui/format.ts';
import type { Column } from '#ui/lists/data-table.tsx';
import { Secondary } from '#ui/text.tsx';
import { decisionStates, outcomesAndUndecided, type Outcome } from './outcomes.ts';
import type { StudentProposal } from './proposal/proposals.ts';

const tones: Record<Outcome | 'undecided', 'good' | 'info' | 'bad'> = {
  promoted: 'good',
  graduated: 'good',
  on_trial: 'info',
  undecided: 'info',
  repeat: 'bad',
  withdrawn: 'bad',
};

/** A student with the outcome and its reasons. */
export const studentColumns = (word: string, nextName: Map<number, string>): Column<StudentProposal>[] => [
  {
    key: 'name',
    title: 'Name',
    primary: true,
    width: 170,
    render: (row) => (
      <>
        {listName(row)} <Secondary>{row.number}</Secondary>
      </>
    ),
  },
  { key: 'batch', title: word, card: 'line', render: (row) => row.batch },
  { key: 'average', title: 'Average', numeric: true, align: 'end', card: 'line', render: (row) => row.average },
  {
    key: 'outcome',
    title: 'Outcome',
    card: 'aside',
    render: (row) => <Badge tone={tones[row.outcome]}>{outcomesAndUndecided[row.outcome]}</Badge>,
  },
  {
    key: 'why',
    title: 'Why',
    wraps: true,
    render: (row) => (
      <>
        {row.note && (
          <>
            {row.note} <Secondary>· The rule: {outcomesAndUndecided[row.proposed].toLowerCase()}. </Secondary>
          </>
        )}
        <Secondary>{row.reasons.join(' ')}</Secondary>
        {row.outcome === 'graduated' && row.designation && <> {row.designation}</>}
      </>
    ),
  },
  {
    key: 'next',
    title: `Next ${word.toLowerCase()}`,
    hidden: true,
    render: (row) => row.nextBatchId && nextName.get(row.nextBatchId),
  },
  { key: 'state', title: 'Status', render: (row) => decisionStates[row.state] },
];

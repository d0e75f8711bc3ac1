import { Avatar } from '#ui/avatar.tsx';
import { Badge, StatusBadge } from '#ui/badge.tsx';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { listName } from '#ui/format.ts';
import { EmptyState } from '#ui/states.tsx';
import { Secondary } from '#ui/text.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { useWords } from '#web/client/use-words.ts';
import { photoUrl } from '#features/records/people/photos/photo-url.ts';
import type { Child } from './guardian-children.queries.ts';
import classes from './shared/guardians.module.css';

/** The guardian's children, with the guardian's role for each. */
export function Children({ rows, institutionId }: { rows: Child[]; institutionId: number }) {
  const address = useAddress();
  const { batch } = useWords(institutionId);
  return (
    <DataTable
      name="guardian-children"
      caption="Children"
      columns={columnsIn(batch)}
      rows={rows}
      rowHref={(row) => address.href(`/students/${row.id}/family`)}
      empty={
        <EmptyState title="No children linked">
          Open a student’s record and add this guardian there, under Family.
        </EmptyState>
      }
    />
  );
}

const columnsIn = (batchWord: string): Column<Child>[] => [
  {
    key: 'name',
    title: 'Name',
    primary: true,
    render: (row) => (
      <span className={classes.named}>
        <Avatar name={listName(row)} src={photoUrl('students', row, 'small')} size={24} />
        {listName(row)}
      </span>
    ),
  },
  { key: 'relation', title: 'Relation', card: 'line', render: (row) => row.relation },
  { key: 'batch', title: batchWord, card: 'line', render: (row) => row.batch ?? <Secondary>—</Secondary> },
  { key: 'for', title: 'Role', wraps: true, card: 'below', render: (row) => <Flags row={row} /> },
  { key: 'status', title: 'Status', card: 'aside', render: (row) => <StatusBadge status={row.status} /> },
];

function Flags({ row }: { row: Child }) {
  if (!(row.isNextOfKin || row.paysFees || row.mayCollect || row.receivesSms)) return <Secondary>—</Secondary>;
  return (
    <span className={classes.flags}>
      {row.isNextOfKin && <Badge tone="gold">Next of kin</Badge>}
      {row.paysFees && <Badge tone="good">Pays fees</Badge>}
      {row.mayCollect && <Badge tone="info">May collect</Badge>}
      {row.receivesSms && <Badge>Receives SMS</Badge>}
    </span>
  );
}

import { router } from '@inertiajs/react';
import { Button } from '#ui/button.tsx';
import { confirm } from '#ui/confirm.tsx';
import { DataTable, type Column } from '#ui/data-table.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import { DateTimeText, Secondary } from '#ui/text.tsx';
import { toast } from '#ui/toast.ts';
import { useAddress } from '#ui/use-address.ts';
import { useMoreRows } from '#ui/use-more-rows.ts';
import type { PropsOf } from '#web/page.ts';
import { useInstitutionColumn } from '#web/client/use-institution-column.tsx';
import { explain, remote } from '#web/client/remote.ts';
import type { mergeList } from '../merges.pages.ts';
import type { MergeRow } from '../merges.queries.ts';

/** Records that became one, and the way back. */
export default function MergeListPage({ rows, next }: PropsOf<typeof mergeList>) {
  const address = useAddress();
  const list = useMoreRows({ rows, next });
  const institution = useInstitutionColumn<MergeRow>();
  return (
    <>
      <PageHeader
        title="Merged records"
        description="Two records of one person that became one. For 30 days they can be parted again, and both are as they were."
      />
      <div data-tour="merges">
        <DataTable
          name="merges"
          caption="Merged records"
          columns={columnsFor(address.href).toSpliced(2, 0, ...institution)}
          rows={list.rows}
          onMore={list.more}
          loadingMore={list.loading}
          empty={
            <EmptyState title="Nothing merged yet">
              When somebody is here twice, open one of the two records and choose “This person is here twice” behind the
              three dots.
            </EmptyState>
          }
        />
      </div>
    </>
  );
}

const columnsFor = (href: (path: string) => string): Column<MergeRow>[] => [
  {
    key: 'kept',
    title: 'Record',
    primary: true,
    render: (row) => <a href={href(`/${row.entity}s/${row.keptId}`)}>{row.kept}</a>,
  },
  { key: 'merged', title: 'Took in', card: 'line', render: (row) => row.merged },
  { key: 'entity', title: 'Kind', render: (row) => row.entity.replace(/^./, (letter) => letter.toUpperCase()) },
  { key: 'person', title: 'By', render: (row) => row.person },
  {
    key: 'at',
    title: 'When',
    card: 'line',
    render: (row) => <DateTimeText value={row.at} institutionId={row.institutionId} />,
  },
  {
    key: 'undo',
    title: 'Way back',
    align: 'end',
    card: 'aside',
    hideable: false,
    render: (row) =>
      row.canUndo ? (
        <Button small onClick={() => void takeBack(row)}>
          Take back<span className="visually-hidden"> the merge of {row.merged}</span>
        </Button>
      ) : (
        <Secondary>{row.isUndone ? 'Taken back' : 'Over 30 days ago'}</Secondary>
      ),
  },
];

async function takeBack({ id, kept, merged }: MergeRow) {
  const isSure = await confirm({
    title: `Part ${merged} from ${kept}?`,
    body: 'Both become records of their own again, as they were before. What was added since stays with the record that was kept.',
    action: 'Take back',
  });
  if (!isSure) return;
  try {
    const { json } = await remote<{ message: string }>('POST', `/merges/${id}/undo`);
    toast({ message: json.message, tone: 'good' });
    router.reload();
  } catch (error) {
    toast({ message: explain(error).message, tone: 'bad' });
  }
}

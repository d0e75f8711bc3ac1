import { router } from '@inertiajs/react';
import { Button } from '#ui/button.tsx';
import { confirm } from '#ui/confirm.tsx';
import type { Column } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/states.tsx';
import { DateTimeText, Secondary } from '#ui/text.tsx';
import { toast } from '#ui/toast.ts';
import { useAddress } from '#ui/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import { ListPage } from '#web/client/list-page.tsx';
import { explain, remote } from '#web/client/remote.ts';
import type { MergeRow } from '../merges.list.ts';
import type { mergeListPage } from '../merges.pages.ts';

/** Records that were merged, and the way to unmerge them. */
export default function MergeListPage(list: PropsOf<typeof mergeListPage>) {
  const { href } = useAddress();
  return (
    <ListPage
      {...list}
      name="merges"
      title="Merged records"
      description="Pairs of duplicate records that became one. They can be unmerged for 30 days."
      columns={columnsFor(href)}
      institutionAt={2}
      tour="merges"
      empty={
        <EmptyState title="No merged records yet">
          To merge a duplicate, open one of the two records and choose “This person is here twice” from its menu.
        </EmptyState>
      }
    />
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

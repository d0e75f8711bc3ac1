import { router } from '@inertiajs/core';
import { Button } from '#ui/button.tsx';
import { confirm } from '#ui/overlays/confirm.tsx';
import type { Column } from '#ui/lists/data-table.tsx';
import { EmptyState } from '#ui/states.tsx';
import { DateTimeText, Secondary } from '#ui/text.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import { ListPage } from '#web/client/list-page.tsx';
import { explain, remote } from '#web/client/remote.ts';
import type { MergeRow } from './merges.list.ts';
import type { mergeListPage } from './merges.pages.ts';

/** Merged records, with a way to unmerge them. */
export default function MergeListPage(list: PropsOf<typeof mergeListPage>) {
  const { href } = useAddress();
  return (
    <ListPage
      {...list}
      name="merges"
      title="Merged records"
      description="Duplicate records that were merged. They can be unmerged for 30 days."
      columns={columnsFor(href)}
      institutionAt={2}
      tour="merges"
      empty={
        <EmptyState title="No merged records yet">
          To merge a duplicate, open one of the two records and choose “Merge duplicate” from its menu.
        </EmptyState>
      }
    />
  );
}

const columnsFor = (href: (path: string) => string): Column<MergeRow>[] => [
  {
    key: 'kept',
    title: 'Kept record',
    primary: true,
    render: (row) => <a href={href(`/${row.entity}s/${row.keptId}`)}>{row.kept}</a>,
  },
  { key: 'merged', title: 'Merged record', card: 'line', render: (row) => row.merged },
  { key: 'entity', title: 'Type', render: (row) => row.entity.replace(/^./, (letter) => letter.toUpperCase()) },
  { key: 'person', title: 'Merged by', render: (row) => row.person },
  {
    key: 'at',
    title: 'When',
    card: 'line',
    render: (row) => <DateTimeText value={row.at} institutionId={row.institutionId} />,
  },
  {
    key: 'undo',
    title: 'Undo',
    align: 'end',
    card: 'aside',
    hideable: false,
    render: (row) =>
      row.canUndo ? (
        <Button small onClick={() => void unmerge(row)}>
          Unmerge<span className="visually-hidden"> {row.merged}</span>
        </Button>
      ) : (
        <Secondary>{row.isUndone ? 'Unmerged' : 'Undo period ended'}</Secondary>
      ),
  },
];

async function unmerge({ id, kept, merged }: MergeRow) {
  const isSure = await confirm({
    title: `Unmerge ${merged} from ${kept}?`,
    body: 'Both records are restored as they were before the merge. What was added since stays with the kept record.',
    action: 'Unmerge',
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

import { router } from '@inertiajs/core';
import { useEffect, useState } from 'react';
import { Badge } from '#ui/badge.tsx';
import { PrimaryLink } from '#ui/button.tsx';
import { countOf } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { Column } from '#ui/lists/data-table.tsx';
import { menuColumn } from '#ui/overlays/menu.tsx';
import { askThenPost } from '#ui/post.ts';
import { EmptyState } from '#ui/states.tsx';
import { Secondary } from '#ui/text.tsx';
import { ListPage } from '#web/client/list-page.tsx';
import { remote } from '#web/client/remote.ts';
import type { PropsOf } from '#web/page.ts';
import type { GroupRow } from './groups.list.ts';
import type { groupListPage } from '../messages.pages.ts';
import { figureColumn } from '#ui/lists/data-table/columns.ts';

/** Recipients that are chosen again, by rules under a name. */
export default function GroupListPage(list: PropsOf<typeof groupListPage>) {
  const { href } = useAddress();
  const sizes = useSizes(list.rows);
  const add = <PrimaryLink href={href('/messages/groups/new')}>Add group</PrimaryLink>;
  return (
    <ListPage
      {...list}
      name="message-groups"
      title="Groups"
      breadcrumbs={[{ label: 'Messages', href: href('/messages') }]}
      action={add}
      search={{ label: 'Search groups', placeholder: 'Name' }}
      columns={columnsFor(sizes)}
      rowHref={(row) => href(row.mayEdit ? `/messages/groups/${row.id}/edit` : writeTo(row))}
      empty={
        <EmptyState title="No groups yet" action={add}>
          Save recipients you write to often, such as the guardians of two classes.
        </EmptyState>
      }
    />
  );
}

type Sizes = Record<number, number | null>;

/** How many people each group has now: counted after the page is shown, because large groups take a moment. */
function useSizes(rows: GroupRow[]): Sizes {
  const [sizes, setSizes] = useState<Sizes>({});
  const ids = rows
    .slice(-100)
    .map(({ id }) => id)
    .join(',');
  useEffect(() => {
    if (!ids) return;
    const gone = new AbortController();
    remote<Sizes>('GET', '/messages/groups/sizes', { ids }, { signal: gone.signal })
      .then(({ json }) => setSizes((before) => ({ ...before, ...json })))
      .catch(() => undefined);
    return () => gone.abort();
  }, [ids]);
  return sizes;
}

const writeTo = ({ institutionId, id }: GroupRow) => `/messages/new?institution_id=${institutionId}&group=${id}`;

const columnsFor = (sizes: Sizes): Column<GroupRow>[] => [
  {
    key: 'name',
    title: 'Group',
    primary: true,
    render: (row) => (
      <>
        {row.name} {!row.isShared && <Badge>Private</Badge>}
      </>
    ),
  },
  { key: 'rules', title: 'Members', card: 'line', wraps: true, render: (row) => row.words },
  figureColumn(
    'people',
    'Now',
    (row) => {
      const size = sizes[row.id];
      return size === undefined ? (
        ''
      ) : size === null ? (
        <Secondary>Restricted</Secondary>
      ) : (
        countOf(size, 'person', 'people')
      );
    },
    { card: 'line' },
  ),
  { key: 'author', title: 'Added by', render: (row) => row.author },
  menuColumn((row) => [
    { label: 'Write message', onSelect: () => router.visit(writeTo(row)) },
    row.mayEdit && { label: 'Remove', onSelect: () => void remove(row) },
  ]),
];

const remove = (row: GroupRow) =>
  askThenPost(`/messages/groups/${row.id}/remove`, {
    title: `Remove ${row.name}?`,
    body: 'Messages that were sent to it stay.',
    action: 'Remove group',
    tone: 'bad',
  });

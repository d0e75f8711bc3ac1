import { Badge } from '#ui/badge.tsx';
import { LinkButton } from '#ui/button.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { opensModal } from '#ui/overlays/modal.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { post } from '#ui/post.ts';
import { EmptyState } from '#ui/states.tsx';
import { beforeActions, useInstitutionColumn } from '#web/client/use-institution-column.tsx';
import type { PropsOf } from '#web/page.ts';
import type { RoomRow } from './rooms.ts';
import type { roomListPage } from '../timetable.pages.ts';
import { roomKinds } from '../timetable.ts';

/** The rooms in which lessons are taught. */
export default function RoomListPage({ rows, can }: PropsOf<typeof roomListPage>) {
  const { href } = useAddress();
  const institution = useInstitutionColumn<RoomRow>();
  const add = can.edit && (
    <LinkButton tone="primary" href={href('/rooms/new')} onClick={opensModal}>
      Add room
    </LinkButton>
  );
  const columns: (Column<RoomRow> | false)[] = [
    { key: 'name', title: 'Room', primary: true, render: ({ name }) => name },
    { key: 'kind', title: 'Kind', card: 'line', render: ({ kind }) => roomKinds[kind] },
    { key: 'seats', title: 'Seats', align: 'end', render: ({ seats }) => seats ?? '—' },
    { key: 'periods', title: 'Periods a week', align: 'end', render: ({ periods }) => periods },
    {
      key: 'state',
      title: 'Status',
      card: 'aside',
      render: ({ isRetired }) => (isRetired ? <Badge>Archived</Badge> : <Badge tone="good">In use</Badge>),
    },
    can.edit && {
      key: 'actions',
      title: 'Actions',
      hideable: false,
      render: ({ id, name, isRetired }) => (
        <Menu
          label={`Actions for ${name}`}
          items={[
            { label: 'See its timetable', href: href('/my-timetable', { room_id: String(id) }) },
            { label: 'Edit', href: href(`/rooms/${id}/edit`), modal: true },
            isRetired
              ? { label: 'Restore', onSelect: () => post(`/rooms/${id}/restore`) }
              : { label: 'Archive', onSelect: () => post(`/rooms/${id}/retire`) },
          ]}
        />
      ),
    },
  ];
  return (
    <>
      <PageHeader
        title="Rooms"
        count={rows.length}
        breadcrumbs={[{ label: 'Timetables', href: href('/timetables') }]}
        action={rows.length > 0 && add}
      />
      {rows.length === 0 ? (
        <EmptyState title="No rooms yet" action={add}>
          Add the rooms that lessons share, such as laboratories, workshops and the hall. A lesson without a room is
          taught in the class’s own classroom.
        </EmptyState>
      ) : (
        <DataTable
          name="rooms"
          caption="Rooms"
          columns={beforeActions(
            columns.filter((column) => column !== false),
            institution,
          )}
          rows={rows}
          rowHref={({ id }) => href('/my-timetable', { room_id: String(id) })}
        />
      )}
    </>
  );
}

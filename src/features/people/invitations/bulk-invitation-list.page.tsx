import { Badge } from '#ui/badge.tsx';
import { LinkButton } from '#ui/button.tsx';
import { count, countOf } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { Column } from '#ui/lists/data-table.tsx';
import { EmptyState } from '#ui/states.tsx';
import { DateTimeText } from '#ui/text.tsx';
import { ListPage } from '#web/client/list-page.tsx';
import type { PropsOf } from '#web/page.ts';
import type { BatchRow } from './batch.list.ts';
import { invitees } from './invitees.ts';
import type { batchListPage } from './invitations.routes.ts';

/** Past invitations of many people: who invited whom, and how many were left out. */
export default function BulkInvitationListPage(list: PropsOf<typeof batchListPage>) {
  const { href } = useAddress();
  const people = (list.filter as { entity?: BatchRow['entity'] }).entity ?? 'guardian';
  const where = people === 'guardian' ? 'guardians' : 'employees';
  return (
    <ListPage
      {...list}
      // The lists of people lead here with their kind: its first invitation is explained, not a filter.
      isFiltered={false}
      name="bulk-invitations"
      title="Bulk invitations"
      description="Bulk invitations, latest first."
      breadcrumbs={[{ label: invitees[people], href: href(`/${where}`) }]}
      filters={[{ key: 'entity', label: 'People', pinned: true, options: invitees }]}
      columns={columns}
      rowHref={(row) => href(`/bulk-invitations/${row.id}`)}
      rowLabel={titleOf}
      empty={
        <EmptyState
          title={`No bulk invitations of ${where} yet`}
          action={
            <LinkButton tone="primary" href={href(`/${where}`, { sign_in: 'without' })}>
              View {where} without an account
            </LinkButton>
          }
        >
          In the list of {where}, select the people to invite and choose Invite.
        </EmptyState>
      }
    />
  );
}

const titleOf = ({ total, entity }: BatchRow) => countOf(total, entity);

const states = {
  running: ['Inviting', 'gold'],
  done: ['Done', 'good'],
  stopped: ['Stopped', undefined],
  failed: ['Failed', 'bad'],
} as const;

const columns: Column<BatchRow>[] = [
  { key: 'people', title: 'Invited', primary: true, render: titleOf },
  {
    key: 'at',
    title: 'Date',
    card: 'line',
    numeric: true,
    render: (row) => <DateTimeText value={row.createdAt} institutionId={row.institutionId} />,
  },
  { key: 'by', title: 'Invited by', card: 'line', render: (row) => row.by },
  { key: 'sent', title: 'Invitations sent', numeric: true, align: 'end', render: (row) => count(row.invited) },
  { key: 'left', title: 'Skipped', numeric: true, align: 'end', render: (row) => count(row.leftOut) },
  {
    key: 'state',
    title: 'Status',
    card: 'aside',
    render: (row) => <Badge tone={states[row.state][1]}>{states[row.state][0]}</Badge>,
  },
];

import { usePage } from '@inertiajs/react';
import { Badge, StatusBadge } from '#ui/badge.tsx';
import { LinkButton } from '#ui/button.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { FilterBar } from '#ui/filter-bar.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import { DateTimeText, Secondary } from '#ui/text.tsx';
import { useAddress } from '#ui/use-address.ts';
import { useMoreRows } from '#ui/use-more-rows.ts';
import type { PropsOf } from '#web/page.ts';
import type { Shell } from '#web/shell.ts';
import type { peoplePage } from '../accounts.pages.ts';

type Props = PropsOf<typeof peoplePage>;
type Row = Props['rows'][number];

export default function PeoplePage({ rows, next, total, filter, roles = [], can }: Props) {
  const address = useAddress();
  const list = useMoreRows({ rows, next });
  const { shell } = usePage<{ shell: Shell }>().props;
  const filtered = Boolean(filter.q || filter.role || filter.state);
  const several = shell.institutions.length > 1 && !filter.institution_id;
  const nameOf = (id: number) => shell.institutions.find((institution) => institution.id === id)?.shortName ?? '';
  const invite = can.invite && (
    <LinkButton tone="primary" href={address.href('/accounts/new')}>
      Invite user
    </LinkButton>
  );
  const columns: Column<Row>[] = [
    { key: 'name', title: 'Name', primary: true, render: (row) => row.name },
    { key: 'username', title: 'Username', card: 'line', render: (row) => row.username },
    {
      key: 'roles',
      tour: 'person-roles',
      title: 'Roles',
      card: 'line',
      render: (row) => (
        <>
          {row.isGroupAdministrator && <Badge tone="gold">Group administrator</Badge>}{' '}
          {row.roles
            .map(({ role, institutionId }) => (several ? `${role} (${nameOf(institutionId)})` : role))
            .join(', ')}
        </>
      ),
    },
    { key: 'reach', title: 'E-mail or phone', hidden: true, render: (row) => row.reach },
    {
      key: 'lastSignIn',
      title: 'Last sign-in',
      numeric: true,
      render: (row) => (row.lastSignIn ? <DateTimeText value={row.lastSignIn} /> : <Secondary>Never</Secondary>),
    },
    {
      key: 'state',
      title: 'Status',
      card: 'aside',
      tour: 'person-state',
      render: (row) => <StatusBadge status={row.state} />,
    },
  ];
  return (
    <>
      <PageHeader
        title="Users"
        count={total}
        action={invite}
        more={[{ label: 'Roles', href: address.href('/roles') }]}
      />
      <DataTable
        name="people"
        caption="Users"
        columns={columns}
        rows={list.rows}
        total={total}
        rowHref={(row) => address.href(`/accounts/${row.id}`)}
        onMore={list.more}
        loadingMore={list.loading}
        filtered={filtered}
        dropFilter={
          filtered
            ? { label: 'search and filters', href: address.here({ q: null, role: null, state: null }) }
            : undefined
        }
        toolbar={
          <FilterBar
            search={{ value: filter.q, label: 'Search users' }}
            filters={[
              {
                key: 'role',
                label: 'Role',
                value: filter.role,
                pinned: true,
                options: roles.map((role) => ({ value: role, label: role })),
              },
              {
                key: 'state',
                label: 'Status',
                value: filter.state,
                pinned: true,
                options: [
                  { value: 'active', label: 'Active' },
                  { value: 'invited', label: 'Invited' },
                  { value: 'suspended', label: 'Suspended' },
                  { value: 'disabled', label: 'Disabled' },
                ],
              },
            ]}
          />
        }
        empty={
          <EmptyState title="No users yet" action={invite}>
            Invite users by link. They choose their own password, and their roles set their permissions.
          </EmptyState>
        }
      />
    </>
  );
}

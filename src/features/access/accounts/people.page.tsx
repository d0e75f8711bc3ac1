import { phoneText } from '#ui/format.ts';
import { Badge, StatusBadge } from '#ui/badge.tsx';
import { LinkButton } from '#ui/button.tsx';
import type { Column } from '#ui/lists/data-table.tsx';
import { EmptyState } from '#ui/states.tsx';
import { DateTimeText, Secondary } from '#ui/text.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { ListPage } from '#web/client/list-page.tsx';
import { useInstitutions } from '#web/client/use-institutions.ts';
import type { PropsOf } from '#web/page.ts';
import type { accountListPage } from './accounts.pages.ts';

type Row = PropsOf<typeof accountListPage>['rows'][number];

/** Everybody with an account in the institutions in view. */
export default function AccountListPage({ roles, can, ...list }: PropsOf<typeof accountListPage>) {
  const { href } = useAddress();
  const institutions = useInstitutions();
  const isAcross = institutions.length > 1 && !list.filter.institution_id;
  const nameOf = (id: number) => institutions.find((one) => one.id === id)?.shortName ?? '';
  const invite = can.invite && (
    <LinkButton tone="primary" href={href('/accounts/new')}>
      Invite user
    </LinkButton>
  );
  return (
    <ListPage
      {...list}
      name="people"
      title="Users"
      action={invite}
      more={[{ label: 'Roles', href: href('/roles') }]}
      columns={columnsFor(({ role, institutionId }) => (isAcross ? `${role} (${nameOf(institutionId)})` : role))}
      institutionAt={null}
      rowHref={(row) => href(`/accounts/${row.id}`)}
      search={{ label: 'Search users' }}
      filters={[
        { key: 'role', label: 'Role', pinned: true, options: roles ?? [] },
        {
          key: 'state',
          label: 'Status',
          pinned: true,
          options: { active: 'Active', invited: 'Invited', suspended: 'Suspended', disabled: 'Disabled' },
        },
      ]}
      empty={
        <EmptyState title="No users yet" action={invite}>
          Invite users by link. They choose their own password, and their roles set their permissions.
        </EmptyState>
      }
    />
  );
}

const columnsFor = (roleName: (role: Row['roles'][number]) => string): Column<Row>[] => [
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
        {row.roles.map(roleName).join(', ')}
      </>
    ),
  },
  { key: 'reach', title: 'E-mail or phone', hidden: true, render: (row) => phoneText(row.reach) },
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

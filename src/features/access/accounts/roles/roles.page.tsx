import { usePage } from '#ui/hooks/use-page.ts';
import { Badge } from '#ui/badge.tsx';
import { LinkButton } from '#ui/button.tsx';
import { type Column, DataTable } from '#ui/lists/data-table.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import type { Shell } from '#web/shell.ts';
import type { rolesPage } from '../accounts.pages.ts';

type Row = PropsOf<typeof rolesPage>['rows'][number];

export default function RolesPage({ rows, institutionId, total }: PropsOf<typeof rolesPage>) {
  const address = useAddress();
  const { shell } = usePage<{ shell: Shell }>().props;
  const several = shell.institutions.length > 1 && institutionId === null;
  const nameOf = (id: number) => shell.institutions.find((institution) => institution.id === id)?.shortName ?? '';
  const columns: Column<Row>[] = [
    {
      key: 'name',
      title: 'Role',
      primary: true,
      render: (row) => (
        <>
          {row.name} {!row.isSeeded && <Badge>Custom</Badge>}
        </>
      ),
    },
    ...(several
      ? [
          {
            key: 'institution',
            title: 'Institution',
            wraps: false,
            card: 'line' as const,
            render: (row: Row) => nameOf(row.institutionId),
          },
        ]
      : []),
    {
      key: 'permissions',
      title: 'Permissions',
      card: 'line',
      tour: 'role-permissions',
      render: (row) => permissionsText(row.permissionCount, total),
    },
    { key: 'people', title: 'Users', numeric: true, align: 'end', card: 'figure', render: (row) => row.people },
  ];
  return (
    <>
      <PageHeader
        title="Roles"
        count={rows.length}
        description="Permissions apply to everyone with the role. Changes apply immediately."
        action={
          <LinkButton tone="primary" href={address.href('/roles/new')}>
            Add role
          </LinkButton>
        }
        more={[{ label: 'Users', href: address.href('/accounts') }]}
      />
      <DataTable
        name="roles"
        caption="Roles"
        columns={columns}
        rows={rows}
        rowHref={(row) => address.href(`/roles/${row.id}`)}
      />
    </>
  );
}

const permissionsText = (count: number, total: number) =>
  count === total ? 'All' : count === 0 ? 'None' : `${count} of ${total}`;

import { countOf } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { useMoreRows } from '#ui/lists/use-more-rows.ts';
import { PageHeader } from '#ui/page-header.tsx';
import type { PropsOf } from '#web/page.ts';
import type { requestedPage, RequestedPerson } from './invitations.routes.ts';

/** All people of a request to invite many, so that the second person can compare each with the school's papers. */
export default function RequestedPeoplePage({ request, ...first }: PropsOf<typeof requestedPage>) {
  const { href } = useAddress();
  const { rows, more, loading } = useMoreRows(first);
  const title = `Invite ${countOf(request.total, request.entity)}`;
  return (
    <>
      <PageHeader
        title={title}
        breadcrumbs={[{ label: 'Approvals', href: href('/approvals') }]}
        description={`Each link goes to the contact on the record, and its account gets the role ${request.role}. People whose record changes after the request are skipped.`}
      />
      <DataTable
        name="requested-people"
        caption={title}
        columns={columns}
        rows={rows}
        onMore={more}
        loadingMore={loading}
      />
    </>
  );
}

const columns: Column<RequestedPerson>[] = [
  { key: 'name', title: 'Name', primary: true, render: (row) => row.name },
  { key: 'contacts', title: 'Contacts', card: 'line', wraps: true, render: (row) => row.contacts },
];

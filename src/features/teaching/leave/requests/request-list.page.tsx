import { useAddress } from '#ui/hooks/use-address.ts';
import type { Column } from '#ui/lists/data-table.tsx';
import { EmptyState } from '#ui/states.tsx';
import { Secondary } from '#ui/text.tsx';
import { ListPage } from '#web/client/list-page.tsx';
import type { PropsOf } from '#web/page.ts';
import { leaveStates } from '../leave-kinds.ts';
import type { requestListPage } from '../leave.pages.ts';
import { LeaveState } from '../shared/leave-state.tsx';
import { dayCountText, leaveDates } from '../shared/leave-text.ts';
import type { RequestRow } from './requests.list.ts';

/** All requests for leave, for those who decide. */
export default function RequestListPage(list: PropsOf<typeof requestListPage>) {
  const { href } = useAddress();
  return (
    <ListPage
      {...list}
      name="leave-requests"
      title="Leave requests"
      columns={columns}
      rowHref={(row) => href(`/leave-requests/${row.id}`)}
      search={{ label: 'Search leave requests', placeholder: 'Name or number' }}
      filters={[{ key: 'state', label: 'Status', pinned: true, options: leaveStates }]}
      empty={
        <EmptyState title="No leave requests yet">
          Employees request leave under “My leave and attendance”. You’re notified of each request.
        </EmptyState>
      }
    />
  );
}

const columns: Column<RequestRow>[] = [
  {
    key: 'employee',
    title: 'Employee',
    primary: true,
    render: (row) => (
      <>
        {row.employee} {row.department && <Secondary>{row.department}</Secondary>}
      </>
    ),
  },
  { key: 'dates', title: 'Dates', card: 'line', render: leaveDates },
  { key: 'type', title: 'Type', card: 'line', render: (row) => row.type ?? <Secondary>Restricted</Secondary> },
  { key: 'days', title: 'Days', align: 'end', render: (row) => dayCountText(row.days) },
  { key: 'state', title: 'Status', card: 'aside', render: (row) => <LeaveState state={row.state} /> },
];

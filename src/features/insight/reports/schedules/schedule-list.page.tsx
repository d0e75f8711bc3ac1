import { Badge } from '#ui/badge.tsx';
import { LinkButton } from '#ui/button.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { Column } from '#ui/lists/data-table.tsx';
import { menuColumn } from '#ui/overlays/menu.tsx';
import { askThenPost } from '#ui/post.ts';
import { EmptyState } from '#ui/states.tsx';
import { Secondary } from '#ui/text.tsx';
import { dateTimeText } from '#ui/format.ts';
import { ListPage } from '#web/client/list-page.tsx';
import type { PropsOf } from '#web/page.ts';
import type { scheduleListPage } from '../reports.pages.ts';
import type { ScheduleRow } from './schedules.list.ts';
import { whenText } from './when.ts';

/** Reports that are sent again and again. */
export default function ScheduleListPage(list: PropsOf<typeof scheduleListPage>) {
  const { href } = useAddress();
  return (
    <ListPage
      {...list}
      name="report-schedules"
      title="Scheduled reports"
      breadcrumbs={[{ label: 'Reports', href: href('/reports') }]}
      search={{ label: 'Search scheduled reports', placeholder: 'Name of the report' }}
      columns={columnsFor(href)}
      rowHref={(row) => href(`/reports/${row.reportId}`)}
      empty={
        <EmptyState title="No scheduled reports" action={<LinkButton href={href('/reports')}>Reports</LinkButton>}>
          Open a saved report and choose “Schedule” under “More actions” to send it every day, week or month.
        </EmptyState>
      }
    />
  );
}

const columnsFor = (href: (path: string) => string): Column<ScheduleRow>[] => [
  {
    key: 'name',
    title: 'Report',
    primary: true,
    wraps: true,
    render: (row) => (
      <>
        {row.name} {row.stopReason && <Badge tone="bad">Stopped</Badge>}
      </>
    ),
  },
  { key: 'when', title: 'When', wraps: true, card: 'line', render: (row) => whenText(row) },
  {
    key: 'to',
    title: 'Recipients',
    wraps: true,
    render: (row) => [row.roles, row.people].filter(Boolean).join(', ') || 'No recipients left',
  },
  {
    key: 'next',
    title: 'Next',
    wraps: true,
    render: (row) => (row.stopReason ? <Secondary>{row.stopReason}</Secondary> : dateTimeText(row.nextAt)),
  },
  { key: 'owner', title: 'Set up by', render: (row) => row.owner },
  menuColumn((row) => [
    { label: 'Edit schedule', href: href(`/report-schedules/${row.id}/edit`) },
    { label: 'Delete schedule', tone: 'bad', onSelect: () => void remove(row) },
  ]),
];

const remove = ({ id, name }: ScheduleRow) =>
  askThenPost(`/report-schedules/${id}/delete`, {
    title: `Delete this schedule of ${name}?`,
    body: 'The report is no longer sent. The report itself stays.',
    action: 'Delete schedule',
    tone: 'bad',
  });

import { LinkButton } from '#ui/button.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { type Column, DataTable } from '#ui/lists/data-table.tsx';
import { ListEnd } from '#ui/lists/list-end.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { opensModal } from '#ui/overlays/modal.ts';
import { Tabs } from '#ui/tabs.tsx';
import { Badge } from '#ui/badge.tsx';
import { EmptyState } from '#ui/states.tsx';
import { Secondary } from '#ui/text.tsx';
import type { PropsOf } from '#web/page.ts';
import { excuseKinds, excuseStates } from './excuse-labels.ts';
import type { excusesPage } from './excuses.routes.ts';
import type { ExcuseRow } from './excuses.ts';
import { excuseDays, excuseTones } from './excuse-cards.tsx';
import classes from '../shared/excuses.module.css';

/** Absence notes on which the reader decides. */
export default function ExcusesPage({ rows, isMore, state, open, can }: PropsOf<typeof excusesPage>) {
  const { href, here } = useAddress();
  return (
    <>
      <PageHeader
        title="Absence notes"
        count={open}
        description="An accepted reason replaces “absent” in registers already taken, and is marked in future ones."
        action={
          can.add && (
            <LinkButton tone="primary" href={href('/attendance/excuses/new')} onClick={opensModal}>
              Add reason
            </LinkButton>
          )
        }
      />
      <div className={classes.tabs}>
        <Tabs
          label="Reasons"
          items={[
            { label: 'Open', href: here({ state: null }), active: state === 'open', count: open },
            { label: 'Decided', href: here({ state: 'decided' }), active: state === 'decided' },
          ]}
        />
      </div>
      <DataTable
        name="excuses"
        caption="Absence notes"
        columns={columns}
        rows={rows}
        rowHref={(row) => href(`/attendance/excuses/${row.id}`)}
        rowInModal
        empty={
          <EmptyState title={state === 'open' ? 'Nothing to decide' : 'Nothing decided yet'}>
            Guardians and students send them under “My absence notes” in their menu.
          </EmptyState>
        }
      />
      <ListEnd shown={rows.length} isMore={isMore} of="reasons" next="Decide on these to see others." />
    </>
  );
}

const columns: Column<ExcuseRow>[] = [
  {
    key: 'student',
    title: 'Student',
    primary: true,
    render: (row) => (
      <>
        {row.student} <Secondary>{row.batch}</Secondary>
      </>
    ),
  },
  { key: 'days', title: 'Days', card: 'line', render: (row) => excuseDays(row) },
  {
    key: 'reason',
    title: 'Reason',
    card: 'line',
    wraps: true,
    render: (row) => (
      <>
        {excuseKinds[row.kind]}: {row.reason} {row.hasPaper && <Secondary>with a document</Secondary>}
      </>
    ),
  },
  { key: 'by', title: 'Sent by', render: (row) => row.sentBy ?? '—' },
  {
    key: 'state',
    title: 'Status',
    card: 'aside',
    render: (row) => <Badge tone={excuseTones[row.state]}>{excuseStates[row.state]}</Badge>,
  },
];

import { PrimaryLink } from '#ui/button.tsx';
import { count, countOf } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { NARROW, useMedia } from '#ui/hooks/use-media.ts';
import type { Column } from '#ui/lists/data-table.tsx';
import { FillBar } from '#ui/records/fill-bar.tsx';
import { EmptyState } from '#ui/states.tsx';
import { DateTimeText, Secondary } from '#ui/text.tsx';
import { ListPage } from '#web/client/list-page.tsx';
import type { PropsOf } from '#web/page.ts';
import { programLabel } from '#features/school/structure/catalogue/program-label.ts';
import { intakeStates } from './intake-state.ts';
import type { IntakeRow } from './intakes.list.ts';
import type { intakeListPage } from './intakes.routes.ts';
import { IntakeBadge } from './intake-badge.tsx';
import { sentIn } from '../shared/sent-in.ts';
import { figureColumn } from '#ui/lists/data-table/columns.ts';

/** The intakes of programmes, latest first. */
export default function IntakeListPage({ can, choices, ...list }: PropsOf<typeof intakeListPage>) {
  const { href } = useAddress();
  const isNarrow = useMedia(NARROW);
  const add = can.edit && <PrimaryLink href={href('/intakes/new')}>Add intake</PrimaryLink>;
  return (
    <ListPage
      {...list}
      name="intakes"
      title="Intakes"
      action={add}
      filters={[
        { key: 'state', label: 'Status', pinned: true, options: intakeStates },
        { key: 'session', label: 'Session', pinned: true, options: choices.sessions },
        { key: 'program', label: 'Programme', options: choices.programs },
      ]}
      columns={columnsFor(isNarrow)}
      rowHref={(row) => href(`/intakes/${row.id}`)}
      empty={
        <EmptyState title="No intakes yet" action={add}>
          An intake says when a programme takes applications for a session, how many seats there are, and what the form
          asks. Add one, then publish it on the school’s site.
        </EmptyState>
      }
    />
  );
}

// A card on a phone has no column heads.
const columnsFor = (isNarrow: boolean): Column<IntakeRow>[] => [
  {
    key: 'program',
    title: 'Intake',
    primary: true,
    render: (row) => (
      <>
        {programLabel({ name: row.program, requiresPin: row.requiresPin })} <Secondary>{row.session}</Secondary>
      </>
    ),
  },
  {
    key: 'state',
    title: 'Status',
    card: 'aside',
    tour: 'intake-state',
    render: (row) => <IntakeBadge state={row.state} />,
  },
  {
    key: 'opens',
    title: 'Opens',
    hidden: true,
    render: (row) => <DateTimeText value={row.opensAt} institutionId={row.institutionId} />,
  },
  {
    key: 'closes',
    title: 'Closes',
    render: (row) => <DateTimeText value={row.closesAt} institutionId={row.institutionId} />,
  },
  figureColumn(
    'sent',
    'Applications',
    ({ counts }) => (isNarrow ? countOf(sentIn(counts), 'application') : count(sentIn(counts))),
    { card: 'line' },
  ),
  figureColumn(
    'undecided',
    'To decide',
    ({ counts }) =>
      `${count((counts.submitted ?? 0) + (counts.under_review ?? 0) + (counts.waiting_list ?? 0))}${isNarrow ? ' to decide' : ''}`,
    { card: 'line' },
  ),
  {
    key: 'seats',
    title: 'Offered of seats',
    tour: 'intake-seats',
    render: (row) =>
      row.seats === null ? (
        `${count(row.taken)}, no limit`
      ) : (
        <FillBar label="Seats" value={row.taken} max={row.seats} />
      ),
  },
  figureColumn('admitted', 'Admitted', (row) => count(row.counts.admitted ?? 0), { spare: true }),
];

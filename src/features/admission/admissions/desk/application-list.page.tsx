import classes from '../shared/admissions.module.css';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Button, LinkButton, PrimaryLink } from '#ui/button.tsx';
import { countOf, listName, phoneText } from '#ui/format.ts';
import { BulkBar } from '#ui/lists/bulk-bar.tsx';
import { exportItems } from '#ui/lists/export-items.ts';
import { keepTrail } from '#ui/lists/list-trail.ts';
import { useMoreRows } from '#ui/lists/use-more-rows.ts';
import { EmptyState } from '#ui/states.tsx';
import { ListFrame } from '#web/client/list-page.tsx';
import { SelectWholeList } from '#web/client/select-whole-list.tsx';
import { useTerms } from '#web/client/use-terms.ts';
import type { PropsOf } from '#web/page.ts';
import { genders } from '#features/records/people/genders.ts';
import { decidedFrom, decisions, mostDecided, type Decision } from '../decisions/transitions.ts';
import type { TickedApplication, applicationListPage } from './applications.routes.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { feeStates, paperStates, pinStates, seatStates, taskStates, type SentState } from './desk-labels.ts';
import { Tabs } from '#ui/tabs.tsx';
import { applicationStates } from '../admissions.ts';
import { Badge } from '#ui/badge.tsx';
import type { Column } from '#ui/lists/data-table.tsx';
import { DateText, Secondary } from '#ui/text.tsx';
import type { ApplicationRow } from './application-page.ts';
import { ApplicationBadge } from './state-badge.tsx';
import { figureColumn } from '#ui/lists/data-table/columns.ts';

// Loaded once a decision is chosen.
const DecisionDialog = lazy(() =>
  import('./decision-dialog.tsx').then((module) => ({ default: module.DecisionDialog })),
);

/** Applications that were sent. */
export default function ApplicationListPage({ choices, can, counts, ...list }: PropsOf<typeof applicationListPage>) {
  const address = useAddress();
  const words = useTerms();
  const { rows, more, loading } = useMoreRows(list);
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [to, setTo] = useState<Decision | null>(null);
  // Also rows of pages that were not loaded, until the list changes.
  const [whole, setWhole] = useState<{ of: object; rows: TickedApplication[] } | null>(null);
  const known: TickedApplication[] = whole?.of === list.rows ? whole.rows : rows;
  const chosen = known.filter(({ id }) => selected.has(id));
  const possible = bulkDecisions.filter((one) => chosen.every(({ status }) => decidedFrom[one].includes(status)));
  const total = totalOf(counts, list.filter.status);
  const isMore = more !== undefined;
  useEffect(
    () => keepTrail('applications', address.url, rows, { total: total || undefined, isMore }),
    [address.url, rows, total, isMore],
  );
  return (
    <>
      <ListFrame
        {...list}
        rows={rows}
        total={total || undefined}
        onMore={more}
        loadingMore={loading}
        name="applications"
        reportAs="applications"
        title="Applications"
        search={{ label: 'Search applications', placeholder: 'Name, number, phone or e-mail' }}
        tabs={<StateTabs counts={counts} />}
        filters={[
          { key: 'intake', label: 'Intake', pinned: true, options: choices?.intakes ?? [] },
          { key: 'class', label: words.class, pinned: true, options: choices?.classes ?? [] },
          { key: 'paper', label: 'Papers', pinned: true, options: paperStates },
          { key: 'program', label: 'Programme', options: choices?.programs ?? [] },
          { key: 'task', label: 'Tasks', options: taskStates },
          { key: 'fee', label: 'Application fee', options: feeStates },
          { key: 'pin', label: 'Pin', options: pinStates },
          { key: 'seat', label: 'Examination seat', options: seatStates },
          { key: 'score_from', label: 'Score from', type: 'text' },
          { key: 'score_to', label: 'Score to', type: 'text' },
          { key: 'age_from', label: 'Age from', type: 'text' },
          { key: 'age_to', label: 'Age to', type: 'text' },
          { key: 'gender', label: 'Gender', options: genders },
          { key: 'returning', label: 'Returning student', options: { yes: 'Yes', no: 'No' } },
          { key: 'sent_from', endKey: 'sent_to', label: 'Sent' },
        ]}
        more={can.export && rows.length > 0 ? exportItems((format) => exportHref(address.url, format)) : []}
        columns={columnsFor(words.class, can.admit)}
        rowHref={(row) => address.href(`/applications/${row.id}`)}
        rowLabel={(row) => row.number ?? ''}
        {...(can.decide && { selection: { selected, onChange: setSelected } })}
        empty={
          <EmptyState
            title="No applications yet"
            action={can.edit && <PrimaryLink href={address.href('/intakes')}>Go to intakes</PrimaryLink>}
          >
            Applications are sent on the school’s site while an intake is open. Add an intake and publish it first.
          </EmptyState>
        }
      />
      <BulkBar count={chosen.length} onClear={() => setSelected(new Set())}>
        {total > chosen.length && rows.every(({ id }) => selected.has(id)) && (
          <SelectWholeList<{ rows: TickedApplication[] }>
            address="/applications/ids"
            filter={list.filter}
            total={total}
            most={mostDecided}
            noun="applications"
            onSelect={(all) => {
              setWhole({ of: list.rows, rows: all.rows });
              setSelected(new Set(all.rows.map(({ id }) => id)));
            }}
          />
        )}
        {possible.length === 0 && <span>To decide, choose applications of one status.</span>}
        {possible.map((one) => (
          <Button key={one} onClick={() => setTo(one)}>
            {decisions[one]}
          </Button>
        ))}
      </BulkBar>
      {to && (
        <Suspense>
          <DecisionDialog
            to={to}
            onClose={() => setTo(null)}
            of={{
              ids: chosen.map(({ id }) => id),
              name: countOf(chosen.length, 'application'),
              states: chosen.map(({ status }) => status),
            }}
          />
        </Suspense>
      )}
    </>
  );
}

/** How many applications the filter finds; none while they are being counted. */
const totalOf = (counts: Partial<Record<SentState, number>> = {}, states = Object.keys(counts) as SentState[]) =>
  states.reduce((sum, state) => sum + (counts[state] ?? 0), 0);

/** What can be decided on several at once; each application must be in a state for it. */
const bulkDecisions: Decision[] = ['offered', 'waiting_list', 'rejected', 'withdrawn', 'under_review'];

/** The same filter as the page in view, as a file. */
const exportHref = (url: string, format: string) => {
  const [, query] = url.split('?', 2);
  return `/applications.${format}${query ? `?${query}` : ''}`;
};

/** One tab for each state with its number of matches. */
function StateTabs({ counts }: { counts: Partial<Record<SentState, number>> | undefined }) {
  const address = useAddress();
  const chosen = new URLSearchParams(address.search).getAll('status');
  const shown = (Object.keys(applicationStates) as SentState[]).filter(
    (state) => counts?.[state] || (chosen.length === 1 && chosen[0] === state),
  );
  const all = Object.values(counts ?? {}).reduce((sum, n) => sum + n, 0);
  return (
    <div className={classes.tabs}>
      <Tabs
        label="Status"
        items={[
          { label: 'All', href: address.here({ status: null }), active: chosen.length === 0, count: counts && all },
          ...shown.map((state) => ({
            label: applicationStates[state],
            href: address.here({ status: state }),
            active: chosen.length === 1 && chosen[0] === state,
            count: counts?.[state],
          })),
        ]}
      />
    </div>
  );
}

/** The columns of lists of applications. */
const columnsFor = (levelWord: string, mayAdmit: boolean): Column<ApplicationRow>[] => [
  {
    key: 'name',
    title: 'Name',
    primary: true,
    sortable: true,
    render: (row) => (
      <>
        {listName(row)} {row.isReturning && <Badge>Returning</Badge>}
      </>
    ),
  },
  { key: 'number', title: 'Number', numeric: true, card: 'line', render: (row) => row.number },
  {
    key: 'class',
    title: levelWord,
    card: 'line',
    wraps: true,
    render: (row) => (
      <>
        {row.class} <Secondary>{row.program}</Secondary>
      </>
    ),
  },
  { key: 'session', title: 'Session', hidden: true, render: (row) => row.session },
  { key: 'status', title: 'Status', card: 'aside', render: (row) => <ApplicationBadge state={row.status} /> },
  figureColumn('score', 'Score', (row) => row.score, { spare: true, sortable: true, tour: 'application-score' }),
  figureColumn('age', 'Age', (row) => row.age, { hidden: true }),
  {
    key: 'open',
    title: 'To do',
    tour: 'application-open',
    render: (row) => (
      <>
        {row.missing > 0 && (
          <Badge tone="bad">{row.missing === 1 ? '1 paper missing' : `${row.missing} papers missing`}</Badge>
        )}{' '}
        {row.hasTask && <Badge tone="gold">Task open</Badge>}
        {mayAdmit && row.status === 'accepted' && (
          <LinkButton small href={`/applications/${row.id}/admit`} aria-label={`Admit ${listName(row)}`}>
            Admit
          </LinkButton>
        )}
      </>
    ),
  },
  { key: 'phone', title: 'Phone', hidden: true, render: (row) => phoneText(row.phone) },
  { key: 'email', title: 'E-mail', hidden: true, render: (row) => row.email },
  {
    key: 'latest',
    title: 'Sent',
    sortable: true,
    render: (row) => <DateText value={row.sentOn} />,
  },
];

import type { ReactNode } from 'react';
import { Form } from '#ui/forms/form.tsx';
import { Badge } from '#ui/badge.tsx';
import { LinkButton, PrimaryLink } from '#ui/button.tsx';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { FillBar } from '#ui/records/fill-bar.tsx';
import { FilterBar } from '#ui/lists/filter-bar.tsx';
import { count } from '#ui/format.ts';
import { withParams } from '#ui/href.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { SessionSelector } from '#ui/session-selector.tsx';
import { EmptyState } from '#ui/states.tsx';
import { useMoreRows } from '#ui/lists/use-more-rows.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import { useReportEntry } from '#web/client/use-report-entry.ts';
import { useInstitutionColumn } from '#web/client/use-institution-column.tsx';
import { useTerms } from '#web/client/use-terms.ts';
import type { BatchRow, batchList } from './batches.queries.ts';
import classes from '../shared/structure.module.css';

/** The batches of a session. */
export default function BatchListPage({
  next,
  filter,
  sessions,
  sessionId,
  classes: levels,
  programs,
  moreClasses,
  can,
  ...first
}: PropsOf<typeof batchList>) {
  const list = useMoreRows({ rows: first.rows, next });
  const { rows } = list;
  const address = useAddress();
  const words = useTerms();
  const institution = useInstitutionColumn<BatchRow>();
  const word = words.batch.toLowerCase();
  const create = can.edit && <PrimaryLink href={address.href('/batches/new')}>Add {word}</PrimaryLink>;
  const columns: Column<BatchRow>[] = [
    { key: 'name', title: words.batch, primary: true, render: (row) => row.name },
    { key: 'class', title: words.class, render: (row) => row.class },
    { key: 'program', title: 'Programme', hidden: true, render: (row) => row.program },
    ...institution,
    { key: 'session', title: 'Session', hidden: true, render: (row) => row.session },
    {
      key: 'fill',
      tour: 'batch-fill',
      title: 'Students',
      card: 'line',
      render: (row) =>
        row.students === null ? (
          `${count(row.capacity)} seats`
        ) : (
          <FillBar label="Students" value={row.students} max={row.capacity} />
        ),
    },
    { key: 'courses', title: words.courses, align: 'end', render: (row) => count(row.courses) },
    { key: 'teachers', title: `${words.class} teachers`, card: 'line', render: (row) => row.teachers },
    {
      key: 'state',
      title: 'Status',
      card: 'aside',
      render: (row) => (row.closedAt || row.sessionClosedAt ? <Badge>Closed</Badge> : <Badge tone="good">Open</Badge>),
    },
  ];
  const asReport = useReportEntry({ reportAs: 'batches', name: 'batches', filter, columns });
  return (
    <>
      <PageHeader
        title={words.batches}
        count={list.more ? undefined : rows.length}
        action={create}
        more={[
          can.edit && { label: 'Copy to a new session…', href: address.href('/batches/make') },
          can.edit && { label: 'Set up from a template…', href: address.href('/structure/templates') },
          asReport,
        ]}
      />
      <DataTable
        name="batches"
        caption={words.batches}
        columns={columns}
        rows={rows}
        onMore={list.more}
        loadingMore={list.loading}
        rowHref={(row) => address.href(`/batches/${row.id}`)}
        filtered={Boolean(filter.q || filter.class || filter.program || filter.state)}
        dropFilter={{ label: 'filters', href: address.here({ q: null, class: null, program: null, state: null }) }}
        toolbar={
          <FilterBar
            search={{ value: filter.q, label: `Search ${words.batches.toLowerCase()}` }}
            filters={[
              {
                key: 'class',
                label: words.class,
                value: filter.class,
                pinned: true,
                ...(moreClasses
                  ? searched('class', filter, filter.class && rows[0] && { id: filter.class, name: rows[0].class })
                  : { options: options(levels) }),
              },
              {
                key: 'program',
                label: 'Programme',
                value: filter.program,
                ...(moreClasses
                  ? searched(
                      'program',
                      filter,
                      filter.program && rows[0] && { id: filter.program, name: rows[0].program },
                    )
                  : { options: options(programs) }),
              },
              {
                key: 'state',
                label: 'Status',
                value: filter.state,
                options: [
                  { value: 'open', label: 'Open' },
                  { value: 'closed', label: 'Closed' },
                ],
              },
            ]}
          >
            {/* 7.12: the selector submits its form, with the list's other filters. */}
            <Form
              action="/batches"
              method="get"
              className={classes.inline}
              options={{ preserveState: true, preserveScroll: true }}
            >
              {Object.entries(filter).map(
                ([name, value]) =>
                  name !== 'academic_session' &&
                  value !== undefined && <input key={name} type="hidden" name={name} value={String(value)} />,
              )}
              <SessionSelector mode="submit" sessions={sessions} value={sessionId} label="Session" />
            </Form>
          </FilterBar>
        }
        empty={
          <EmptyState
            title={`No ${words.batches.toLowerCase()} in this session`}
            action={
              can.edit && <FirstStep hasClasses={levels.length > 0} hasEarlier={sessions.length > 1} create={create} />
            }
          >
            A {word} is an arm of a {words.class.toLowerCase()} in a session, such as JSS 1 A.{' '}
            {levels.length === 0
              ? `Add your ${words.classes.toLowerCase()} first, then the ${words.batches.toLowerCase()} of each.`
              : sessions.length > 1
                ? 'Copy them from the previous session, then assign students.'
                : 'Add them one by one this year. Next year you can copy them from this session.'}
          </EmptyState>
        }
      />
    </>
  );
}

/** The next step: add classes if there are none, or copy the previous session's batches if there is one. */
function FirstStep({
  hasClasses,
  hasEarlier,
  create,
}: {
  hasClasses: boolean;
  hasEarlier: boolean;
  create: ReactNode;
}) {
  const address = useAddress();
  const words = useTerms();
  if (!hasClasses) return <PrimaryLink href={address.href('/structure/templates')}>Set up from a template</PrimaryLink>;
  if (!hasEarlier) return create;
  return (
    <>
      <PrimaryLink href={address.href('/batches/make')}>Copy from last session</PrimaryLink>
      <LinkButton href={address.href('/batches/new')}>Add {words.batch.toLowerCase()}</LinkButton>
    </>
  );
}

/** A filter that searches its choices; the active one is named by the rows it found. */
const searched = (
  kind: 'class' | 'program',
  { institution_id }: { institution_id?: number | undefined },
  chosen: { id: number; name: string } | 0 | undefined,
) => ({
  search: withParams(`/structure/${kind}-options`, { institution_id }),
  options: options(chosen ? [chosen] : []),
});

const options = (choices: { id: number; name: string }[]) =>
  choices.map(({ id, name }) => ({ value: String(id), label: name }));

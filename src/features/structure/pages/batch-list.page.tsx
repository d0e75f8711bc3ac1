import type { ReactNode } from 'react';
import { Form } from '@inertiajs/react';
import { Badge } from '#ui/badge.tsx';
import { LinkButton } from '#ui/button.tsx';
import { DataTable, type Column } from '#ui/data-table.tsx';
import { FillBar } from '#ui/fill-bar.tsx';
import { FilterBar } from '#ui/filter-bar.tsx';
import { count } from '#ui/format.ts';
import { withParams } from '#ui/href.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { SessionSelector } from '#ui/session-selector.tsx';
import { EmptyState } from '#ui/states.tsx';
import { useMoreRows } from '#ui/use-more-rows.ts';
import { useAddress } from '#ui/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import { useWords } from '#web/client/use-words.ts';
import type { BatchRow } from '../batches.queries.ts';
import { useInstitutionName } from '../parts/use-institution-name.ts';
import type { batchList } from '../structure.pages.ts';
import classes from '../parts/structure.module.css';

/** The classes of a session with their arms, and how full they are. */
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
  const words = useWords();
  const institutionOf = useInstitutionName();
  const word = words.batch.toLowerCase();
  const create = can.edit && (
    <LinkButton tone="primary" href={address.href('/batches/new')}>
      Create {word}
    </LinkButton>
  );
  const columns: (Column<BatchRow> | false)[] = [
    { key: 'name', title: words.batch, primary: true, render: (row) => row.name },
    { key: 'class', title: words.class, render: (row) => row.class },
    { key: 'program', title: 'Program', hidden: true, render: (row) => row.program },
    institutionOf !== null && {
      key: 'institution',
      title: 'Institution',
      render: (row: BatchRow) => institutionOf(row.institutionId),
    },
    { key: 'session', title: 'Session', hidden: true, render: (row) => row.session },
    {
      key: 'fill',
      tour: 'batch-fill',
      title: 'Students',
      card: 'line',
      render: (row) =>
        row.students === null ? (
          `${count(row.capacity)} places`
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
  return (
    <>
      <PageHeader
        title={words.batches}
        count={list.more ? undefined : rows.length}
        action={create}
        more={[can.edit && { label: 'Make for a session…', href: address.href('/batches/make') }]}
      />
      <DataTable
        name="batches"
        caption={words.batches}
        columns={columns.filter((column) => column !== false)}
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
                ...{ key: 'class', label: words.class, value: filter.class, pinned: true },
                ...(moreClasses
                  ? searched('class', filter, filter.class && rows[0] && { id: filter.class, name: rows[0].class })
                  : { options: options(levels) }),
              },
              {
                ...{ key: 'program', label: 'Program', value: filter.program },
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
            {/* 7.12: here the selector sends its form, with what else narrows the list. */}
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
            A {word} is a {words.class.toLowerCase()} in a session, with an arm: JSS 1 A.{' '}
            {levels.length === 0
              ? `Create your ${words.classes.toLowerCase()} first, then the ${words.batches.toLowerCase()} of each.`
              : sessions.length > 1
                ? 'Make them once a year from the session before, then assign students.'
                : 'Create them by hand this year; next year they can be made from this session’s.'}
          </EmptyState>
        }
      />
    </>
  );
}

/** The step that comes next: without classes there is nothing to divide, in a first year nothing to take over. */
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
  const words = useWords();
  if (!hasClasses)
    return (
      <LinkButton tone="primary" href={address.href('/classes/new')}>
        Create {words.class.toLowerCase()}
      </LinkButton>
    );
  if (!hasEarlier) return create;
  return (
    <>
      <LinkButton tone="primary" href={address.href('/batches/make')}>
        Take over last session’s
      </LinkButton>
      <LinkButton href={address.href('/batches/new')}>Create {words.batch.toLowerCase()}</LinkButton>
    </>
  );
}

/** A filter with more choices than the page carries; the one in force is named by what it found. */
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

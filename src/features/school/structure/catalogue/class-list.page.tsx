import { Badge } from '#ui/badge.tsx';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { count } from '#ui/format.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import { useMoreRows } from '#ui/lists/use-more-rows.ts';
import type { PropsOf } from '#web/page.ts';
import { useReportEntry } from '#web/client/use-report-entry.ts';
import { useTerms } from '#web/client/use-terms.ts';
import { useInstitutionName } from '#web/client/use-institution-column.tsx';
import type { classList } from '../structure.pages.ts';
import styles from '../shared/structure.module.css';
import { Button, LinkButton, IconButton, PrimaryLink } from '#ui/button.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { ClassRow } from './classes.queries.ts';
import { IconArrowDown, IconArrowUp } from '#ui/icons.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { deleteItem, post } from '../shared/actions.ts';

/** The classes of each program, in the order of promotion. */
export default function ClassListPage({ next, can, ...first }: PropsOf<typeof classList>) {
  const list = useMoreRows({ rows: first.classes, next }, ['classes', 'next']);
  const classes = list.rows;
  const address = useAddress();
  const words = useTerms();
  const institutionOf = useInstitutionName();
  const create = can.edit && (
    <PrimaryLink href={address.href('/classes/new')}>Add {words.class.toLowerCase()}</PrimaryLink>
  );
  const columns: (Column<ClassRow> | false)[] = [
    { key: 'name', title: words.class, primary: true, render: (row) => row.name },
    {
      key: 'next',
      tour: 'class-next',
      title: 'Promotes to',
      card: 'line',
      render: (row) => (row.next ? `→ ${row.next}` : <Badge>Final class</Badge>),
    },
    {
      key: 'batches',
      title: `Current ${words.batches.toLowerCase()}`,
      align: 'end',
      render: (row) => count(row.batches),
    },
    can.edit && {
      key: 'actions',
      tour: 'class-order',
      title: 'Order and actions',
      hideable: false,
      card: 'aside' as const,
      width: 132,
      render: (row: ClassRow) => (
        <span className={styles.order}>
          <ClassOrder row={row} all={classes} isMore={Boolean(list.more)} />
          <ClassActions row={row} word={words.class} />
        </span>
      ),
    },
  ];
  const programs = [...new Map(classes.map((row) => [row.programId, row])).values()];
  const asReport = useReportEntry({ reportAs: 'classes', name: 'classes', filter: {}, columns });
  return (
    <>
      <PageHeader
        title={words.classes}
        count={list.more ? undefined : classes.length}
        action={create}
        more={[can.edit && { label: 'Set up from a template…', href: address.href('/structure/templates') }, asReport]}
      />
      {programs.map(({ programId, program, institutionId }) => (
        <section key={programId} className={styles.group} aria-labelledby={`program-${programId}`}>
          <h2 id={`program-${programId}`}>
            {institutionOf ? `${program} · ${institutionOf(institutionId)}` : program}
          </h2>
          <DataTable
            name="classes"
            caption={`${words.classes} of ${program}`}
            columns={columns.filter((column) => column !== false)}
            rows={classes.filter((row) => row.programId === programId)}
            rowHref={can.edit ? (row) => address.href(`/classes/${row.id}/edit`) : undefined}
          />
        </section>
      ))}
      {classes.length === 0 && (
        <EmptyState
          title={`No ${words.classes.toLowerCase()} yet`}
          action={
            <>
              {can.edit && (
                <PrimaryLink href={address.href('/structure/templates')}>Set up from a template</PrimaryLink>
              )}
              {can.edit && <LinkButton href={address.href('/programs/new')}>Add programme</LinkButton>}
            </>
          }
        >
          A {words.class.toLowerCase()} is a level in a programme, such as JSS 1. Start from a template for your kind of
          school, or add the programme first, then its {words.classes.toLowerCase()} from the lowest up.
        </EmptyState>
      )}
      {list.more && (
        <Button onClick={list.more} loading={list.loading}>
          Load more
        </Button>
      )}
    </>
  );
}

/** Moves a class in its program. */
function ClassOrder({ row, all, isMore }: { row: ClassRow; all: ClassRow[]; isMore: boolean }) {
  const siblings = all.filter((level) => level.programId === row.programId);
  const at = siblings.findIndex((level) => level.id === row.id);
  return (
    <>
      <IconButton
        small
        label={`Move ${row.name} up`}
        disabled={at === 0}
        onClick={() => post(`/classes/${row.id}/move`, { direction: 'up' })}
      >
        <IconArrowUp size={16} />
      </IconButton>
      <IconButton
        small
        label={`Move ${row.name} down`}
        disabled={at === siblings.length - 1 && !(isMore && all.at(-1) === row)}
        onClick={() => post(`/classes/${row.id}/move`, { direction: 'down' })}
      >
        <IconArrowDown size={16} />
      </IconButton>
    </>
  );
}

function ClassActions({ row, word }: { row: ClassRow; word: string }) {
  const address = useAddress();
  return (
    <Menu
      label={`Actions for ${row.name}`}
      items={[
        { label: 'Edit', href: address.href(`/classes/${row.id}/edit`) },
        deleteItem(`/classes/${row.id}`, row.name, word.toLowerCase()),
      ]}
    />
  );
}

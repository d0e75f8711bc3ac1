import { Badge } from '#ui/badge.tsx';
import { LinkButton } from '#ui/button.tsx';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { count } from '#ui/format.ts';
import { Menu } from '#ui/overlays/menu.tsx';
import { opensModal } from '#ui/overlays/modal.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import { Money } from '#ui/text.tsx';
import { useMoreRows } from '#ui/lists/use-more-rows.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import { useReportEntry } from '#web/client/use-report-entry.ts';
import { useWords } from '#web/client/use-words.ts';
import { actionsColumn } from '../shared/actions-column.tsx';
import { deleteItem, post } from '../shared/actions.ts';
import { useCurrency } from '#web/client/use-currency.ts';
import { useInstitutionColumn } from '#web/client/use-institution-column.tsx';
import { programLabel } from './program-label.ts';
import type { ProgramRow } from './programs.queries.ts';
import type { programList } from '../structure.pages.ts';

/** The programs of the institution. */
export default function ProgramListPage({ next, can, ...first }: PropsOf<typeof programList>) {
  const list = useMoreRows({ rows: first.programs, next }, ['programs', 'next']);
  const programs = list.rows;
  const address = useAddress();
  const words = useWords();
  const institution = useInstitutionColumn<ProgramRow>();
  const currencyOf = useCurrency();
  const create = can.edit && (
    <LinkButton tone="primary" href={address.href('/programs/new')} onClick={opensModal}>
      Add programme
    </LinkButton>
  );
  const columns: (Column<ProgramRow> | false)[] = [
    { key: 'name', title: 'Programme', primary: true, render: programLabel },
    { key: 'code', title: 'Code', render: (row) => row.code },
    ...institution,
    {
      key: 'classes',
      title: words.classes,
      align: 'end',
      tour: 'program-classes',
      render: (row) => count(row.classes),
    },
    {
      key: 'seats',
      title: 'Seats',
      align: 'end',
      render: (row) => (row.seats === null ? 'No limit' : count(row.seats)),
    },
    { key: 'age', title: 'Minimum age', align: 'end', render: (row) => row.minimumAge },
    {
      key: 'fee',
      tour: 'program-fee',
      title: 'Application fee',
      align: 'end',
      card: 'line',
      render: (row) =>
        row.applicationFee ? <Money minor={row.applicationFee} currency={currencyOf(row.institutionId)} /> : 'Free',
    },
    {
      key: 'state',
      title: 'Status',
      card: 'line',
      render: (row) => (row.retiredAt ? <Badge>Archived</Badge> : <Badge tone="good">Active</Badge>),
    },
    can.edit && actionsColumn((row: ProgramRow) => <Actions row={row} />),
  ];
  const asReport = useReportEntry({ reportAs: 'programs', name: 'programs', filter: {}, columns });
  return (
    <>
      <PageHeader
        title="Programmes"
        count={list.more ? undefined : programs.length}
        action={create}
        more={[asReport]}
      />
      <DataTable
        name="programs"
        caption="Programmes"
        columns={columns.filter((column) => column !== false)}
        rows={programs}
        onMore={list.more}
        loadingMore={list.loading}
        rowInModal
        rowHref={can.edit ? (row) => address.href(`/programs/${row.id}/edit`) : undefined}
        empty={
          <EmptyState title="No programmes yet" action={create}>
            A programme is a course of study that applicants choose, such as Junior Secondary. Add it first, then its{' '}
            {words.classes.toLowerCase()}.
          </EmptyState>
        }
      />
    </>
  );
}

function Actions({ row }: { row: ProgramRow }) {
  const address = useAddress();
  const at = `/programs/${row.id}`;
  return (
    <Menu
      label={`Actions for ${row.name}`}
      items={[
        { label: 'Edit', href: address.href(`${at}/edit`), modal: true },
        row.retiredAt
          ? { label: 'Restore', onSelect: () => post(`${at}/restore`) }
          : { label: 'Archive', onSelect: () => post(`${at}/retire`) },
        deleteItem(at, row.name, 'programme'),
      ]}
    />
  );
}

import { Link } from '#ui/link.tsx';
import { sheetStates } from '#features/results/assessment/sheet-states.ts';
import { Badge } from '#ui/badge.tsx';
import { LinkButton } from '#ui/button.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import { useInstitutionColumn } from '#web/client/use-institution-column.tsx';
import { useTerms } from '#web/client/use-terms.ts';
import type { PropsOf } from '#web/page.ts';
import type { OwnSheet } from './own-sheets.queries.ts';
import type { ownResultsPage } from '../results.pages.ts';

/** The batches that a class teacher leads, or all of the term, with their broadsheets. */
export default function OwnResultsPage({ sheets, seesAll }: PropsOf<typeof ownResultsPage>) {
  const { href } = useAddress();
  const words = useTerms();
  const institution = useInstitutionColumn<OwnSheet>();
  const columns: Column<OwnSheet>[] = [
    { key: 'batch', title: words.batch, primary: true, render: (row) => row.batch },
    ...institution,
    { key: 'term', title: 'Term', card: 'line', render: (row) => `${row.term}, ${row.session}` },
    {
      key: 'state',
      title: 'Marks',
      card: 'aside',
      render: (row) => <Badge tone={row.state === 'published' ? 'good' : 'info'}>{sheetStates[row.state]}</Badge>,
    },
    {
      key: 'notes',
      title: '',
      card: 'below',
      align: 'end',
      hideable: false,
      render: (row) => <Link href={href(`/mark-sheets/${row.id}/notes`)}>Attendance and remarks</Link>,
    },
  ];
  return (
    <>
      <PageHeader title="Class results" />
      {sheets.length === 0 ? (
        <EmptyState
          title="No results"
          action={seesAll && <LinkButton href={href('/mark-sheets')}>Go to marks</LinkButton>}
        >
          {seesAll
            ? 'Results appear here once marks are open for the current term.'
            : `You are not the class teacher of a ${words.batch.toLowerCase()} whose marks are open.`}
        </EmptyState>
      ) : (
        <DataTable
          name="own-results"
          caption="Class results"
          columns={columns}
          rows={sheets}
          rowHref={({ id }) => href(`/mark-sheets/${id}/broadsheet`)}
        />
      )}
    </>
  );
}

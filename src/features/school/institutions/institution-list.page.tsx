import { LinkButton } from '#ui/button.tsx';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { count } from '#ui/format.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { useTerms } from '#web/client/use-terms.ts';
import type { PropsOf } from '#web/page.ts';
import { kindLabels } from './kind-labels.ts';
import type { InstitutionRow, institutionList } from './institutions.queries.ts';

/** The schools and colleges of the group. */
export default function InstitutionListPage({ institutions, can }: PropsOf<typeof institutionList>) {
  const words = useTerms();
  const address = useAddress();
  return (
    <>
      <PageHeader
        title="Institutions"
        count={institutions.length}
        action={
          can.create && (
            <LinkButton tone="primary" href="/institutions/new">
              Add institution
            </LinkButton>
          )
        }
      />
      <DataTable
        name="institutions"
        caption="Institutions"
        columns={columnsIn(words.batches)}
        rows={institutions}
        rowHref={(row) => address.href(`/institutions/${row.id}`, { institution_id: row.id, academic_session: null })}
        empty={
          <EmptyState title="No institutions yet">
            An institution is a school or college with its own users, sessions and finances.
          </EmptyState>
        }
      />
    </>
  );
}

const columnsIn = (batches: string): Column<InstitutionRow>[] => [
  { key: 'name', title: 'Name', primary: true, render: (row) => row.name },
  { key: 'kind', title: 'Type', card: 'line', render: (row) => kindLabels[row.kind] },
  { key: 'city', title: 'City', card: 'line', render: (row) => row.city },
  { key: 'session', title: 'Current session', card: 'aside', render: (row) => row.session ?? '—' },
  { key: 'batches', title: batches, align: 'end', render: (row) => count(row.batches) },
];

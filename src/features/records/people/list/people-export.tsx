import { useEffect, useState, type ReactNode } from 'react';
import type { OfferedColumn } from '#kernel/export/columns.ts';
import { ExportDialog } from '#ui/lists/export-dialog.tsx';
import { count, countOf } from '#ui/format.ts';
import type { Params } from '#ui/href.ts';

interface PeopleExportProps {
  open: boolean;
  onClose: () => void;
  /** The kind of person, as in addresses: '/students'. */
  people: 'students' | 'employees' | 'guardians';
  /** What narrows and sorts the list in view. */
  filter: Params;
  total: number | undefined;
  /** The list includes institutions in which the user can't export. */
  isPart: boolean;
  /** The column's label on screen, if it differs from the file's heading. */
  label?: (column: OfferedColumn) => string;
}

// Past it a list is not counted: countLimit of the queries.
const counted = 100_000;

/** Exports the list in view, with the columns that the user can export. */
export function PeopleExport({ people, filter, total, isPart, label, ...dialog }: PeopleExportProps) {
  const columns = useColumns(people, filter['institution_id'] as number | undefined);
  return (
    <ExportDialog
      {...dialog}
      title={`Export ${people}`}
      address={`/${people}/export`}
      params={filter}
      columns={columns.map((column) => ({ ...column, label: label?.(column) ?? column.label }))}
      name={people}
    >
      {wordsFor(people, total, isPart)}
    </ExportDialog>
  );
}

function wordsFor(people: string, total: number | undefined, isPart: boolean): ReactNode {
  const as = 'filtered and sorted like this list.';
  if (isPart) return `The ${people} of institutions where you have permission to export, ${as}`;
  if (total === undefined) return `All ${people} of this list, ${as}`;
  if (total > counted) return `More than ${count(counted)} ${people}, ${as}`;
  return `${countOf(total, people.slice(0, -1))}, ${as}`;
}

/** Fetched when the dialog opens: the columns depend on the institution and the user. */
function useColumns(people: string, institutionId: number | undefined): OfferedColumn[] {
  const [columns, setColumns] = useState<OfferedColumn[]>([]);
  useEffect(() => {
    const gone = new AbortController();
    const query = institutionId ? `?institution_id=${institutionId}` : '';
    fetch(`/${people}/export-columns${query}`, { headers: { accept: 'application/json' }, signal: gone.signal })
      .then((answer) => (answer.ok ? (answer.json() as Promise<OfferedColumn[]>) : []))
      .then(setColumns)
      // Without columns the buttons stay disabled.
      .catch(() => {});
    return () => gone.abort();
  }, [people, institutionId]);
  return columns;
}

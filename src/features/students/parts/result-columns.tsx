import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Column } from '#ui/lists/data-table.tsx';
import { fetchedValues, type FetchedValues } from '#features/people/list/fetched-values.ts';
import { resultColumns, type ResultColumn } from '../result-summary.ts';

const numbers: readonly ResultColumn[] = ['cgpa', 'average'];

/** What results say of the students in view: off until switched on, and fetched only then. */
export function useResultColumns(maySee: boolean): Column<{ id: number }>[] {
  const [values] = useState(() => fetchedValues('/students/result-values'));
  if (!maySee) return [];
  return Object.entries(resultColumns).map(([key, title]) => ({
    ...{ key: `result-${key}`, title, optional: true },
    numeric: numbers.includes(key as ResultColumn),
    align: numbers.includes(key as ResultColumn) ? 'end' : undefined,
    render: (row) => <Cell values={values} personId={row.id} field={key} />,
  }));
}

function Cell({ values, personId, field }: { values: FetchedValues; personId: number; field: string }) {
  const text = useSyncExternalStore(values.watch, () => values.of(personId, field));
  useEffect(() => values.want(personId, field), [values, personId, field]);
  return text ?? null;
}

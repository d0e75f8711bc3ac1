import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Column } from '#ui/lists/data-table.tsx';
import type { ListFilter } from '#web/client/list-page.tsx';
import { useUses } from '#web/client/use-uses.ts';
import { fetchedValues, type FetchedValues } from '#features/people/list/fetched-values.ts';
import { enrolmentOutcomes, sessionOutcomes } from '../enrolment-outcomes.ts';
import { resultColumns, type ResultColumn } from '../result-summary.ts';

const numbers: readonly ResultColumn[] = ['cgpa', 'average', 'cumulative'];

/**
 * What results say of the students in view: off until switched on or until the list is sorted or filtered by them, and
 * fetched only then.
 */
export function useResultColumns(maySee: boolean, filter: object): Column<{ id: number }>[] {
  const [values] = useState(() => fetchedValues('/students/result-values'));
  const fits = useFittingResults();
  if (!maySee) return [];
  const asked: { sort?: string } = filter;
  const isNeeded = (key: string) => key in filter || asked.sort?.replace('-', '') === key;
  const shown = Object.entries(resultColumns).filter(([key]) => fits(key) || isNeeded(key));
  return shown.map(([key, title]) => ({
    ...{ key, title, optional: true, sortable: true, needed: isNeeded(key) },
    numeric: numbers.includes(key as ResultColumn),
    align: numbers.includes(key as ResultColumn) ? 'end' : undefined,
    render: (row) => <Cell values={values} personId={row.id} field={key} />,
  }));
}

/** With those by which the list is sorted or filtered in view, after name, number and batch. */
export const withResults = <Row extends { id: number }>(columns: Column<Row>[], results: Column<{ id: number }>[]) => [
  ...columns.slice(0, 3),
  ...results.filter(({ needed }) => needed),
  ...columns.slice(3),
  ...results.filter(({ needed }) => !needed),
];

/** Schools have averages and positions, universities a CGPA and a class; some have both. */
export function useFittingResults(): (key: string) => boolean {
  const [byAverage, byPoints] = [useUses('averages'), useUses('gradePoints')];
  return (key) => (key === 'cgpa' || key === 'designation' ? byPoints : key === 'promotion' || byAverage);
}

/** Filters by the figures that fit; those in the address are shown in any case. */
export const resultFilters = (fits: (key: string) => boolean, designations: string[] = []): ListFilter[] => [
  ...(['average', 'cumulative', 'cgpa', 'position'] as const).filter(fits).map((key): ListFilter => ({
    key,
    label: resultColumns[key],
    type: 'text',
    hint: hints[key],
  })),
  ...(fits('designation') || designations.length
    ? [{ key: 'designation', label: resultColumns.designation, options: designations }]
    : []),
  {
    ...{ key: 'promotion', label: resultColumns.promotion },
    options: sessionOutcomes.map((key) => ({ value: key, label: enrolmentOutcomes[key]! })),
  },
];
const average = 'A number, or a range such as 40..49.99 or 70..';
const hints = {
  ...{ average, cumulative: average },
  cgpa: 'A number, or a range such as 3.5.. or 2.4..3.49. Ranges compare exact values.',
  position: 'A number, or a range such as 1..3',
};

function Cell({ values, personId, field }: { values: FetchedValues; personId: number; field: string }) {
  const text = useSyncExternalStore(
    values.watch,
    () => values.of(personId, field),
    () => undefined,
  );
  useEffect(() => values.want(personId, field), [values, personId, field]);
  return text ?? null;
}

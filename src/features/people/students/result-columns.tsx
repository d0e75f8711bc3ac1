import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Column } from '#ui/lists/data-table.tsx';
import type { ListFilter } from '#web/client/list-page.tsx';
import { fetchedValues, type FetchedValues } from '#features/records/people/list/fetched-values.ts';
import { enrolmentOutcomes, sessionOutcomes } from './enrolment-outcomes.ts';
import { resultColumns, type ResultColumn } from './result-summary.ts';

const numbers: readonly ResultColumn[] = ['cgpa', 'average', 'cumulative'];

/**
 * What results say of the students in view: off until switched on or until the list is sorted or filtered by them, and
 * fetched only then.
 */
export function useResultColumns(shown: ResultColumn[], filter: object): Column<{ id: number }>[] {
  const [values] = useState(() => fetchedValues('/students/result-values'));
  const asked: { sort?: string } = filter;
  return shown.map((key) => ({
    key,
    title: resultColumns[key],
    optional: true,
    sortable: true,
    needed: key in filter || asked.sort?.replace('-', '') === key,
    numeric: numbers.includes(key),
    align: numbers.includes(key) ? 'end' : undefined,
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

/** Filters by the same figures. */
export const resultFilters = (shown: ResultColumn[], designations: string[] = []): ListFilter[] =>
  shown.map((key): ListFilter => {
    const label = resultColumns[key];
    if (key === 'designation') return { key, label, options: designations };
    if (key === 'promotion')
      return { key, label, options: sessionOutcomes.map((value) => ({ value, label: enrolmentOutcomes[value]! })) };
    return { key, label, type: 'text', hint: hints[key] };
  });
const average = 'A number, or a range such as 40..49.99 or 70..';
const hints = {
  average,
  cumulative: average,
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

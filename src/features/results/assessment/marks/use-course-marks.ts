import { useMemo } from 'react';
import { remote } from '#web/client/remote.ts';
import { useSharedCells } from '#web/client/use-shared-cells.ts';
import type { Entries, Entry } from '../compute/types.ts';
import type { ChangedCell } from './changes.queries.ts';
import type { CourseSheet } from './course-sheet.queries.ts';
import type { MarkRow } from './mark-rows.queries.ts';
import { cellName, entryFrom, markCodec, placeOf } from './mark-text.ts';
import type { SavedMarks } from './save-marks.ts';

/** The marks of a course: what is typed is saved by itself, and what others enter is shown. */
export function useCourseMarks(sheet: CourseSheet, rows: MarkRow[], since: number) {
  const here = `/mark-sheets/${sheet.sheetId}/courses/${sheet.courseId}`;
  const saved = useMemo(() => savedIn(rows, sheet.scheme.components), [rows, sheet]);
  const codec = useMemo(() => markCodec(sheet.scheme.components, sheet.scheme.step), [sheet]);
  const cells = useSharedCells<Entry | null, { since: number; cells: ChangedCell[] }>({
    here,
    saved,
    codec,
    since,
    async post(changes) {
      const sent = changes.map(({ name, value, was }) => ({ ...placeOf(name), entry: value, was }));
      const { json } = await remote<SavedMarks>('post', `${here}/marks`, { cells: sent } as never);
      return json.problems.map(({ studentId, component, ...problem }) => ({
        name: cellName(studentId, component),
        ...problem,
      }));
    },
    valuesIn: ({ cells: changed }) =>
      changed.map(({ studentId, component, entry }) => ({ name: cellName(studentId, component), value: entry })),
  });

  return {
    ...cells,
    /** What is typed, for the total. */
    entriesOf: ({ id }: MarkRow): Entries =>
      Object.fromEntries(
        sheet.scheme.components.flatMap(({ key }) => {
          const { text, problem } = cells.cellOf(cellName(id, key));
          const entry = problem ? null : entryFrom(text);
          return entry === null || entry === undefined ? [] : [[key, entry]];
        }),
      ),
  };
}

const savedIn = (rows: MarkRow[], components: CourseSheet['scheme']['components']): Map<string, Entry | null> =>
  new Map(
    rows.flatMap(({ id, entries }) => components.map(({ key }) => [cellName(id, key), entries[key] ?? null] as const)),
  );

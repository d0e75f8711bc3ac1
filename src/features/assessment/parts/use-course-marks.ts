import { useEffect, useMemo, useState } from 'react';
import { useCells } from '#ui/grid/use-cells.ts';
import { explain, remote } from '#web/client/remote.ts';
import type { Entries, Entry } from '../compute/types.ts';
import type { ChangedCell } from '../marks/changes.queries.ts';
import type { CourseSheet } from '../marks/course-sheet.queries.ts';
import type { MarkRow } from '../marks/mark-rows.queries.ts';
import { cellName, entryFrom, markCodec, placeOf } from '../marks/mark-text.ts';
import type { SavedMarks } from '../marks/save-marks.ts';
import { forgetUnsent, unsentIn, writeUnsent } from './unsent-marks.ts';

const lookEvery = 8000;

/** The marks of a course: what is typed is saved by itself, and what others enter is shown. */
export function useCourseMarks(sheet: CourseSheet, rows: MarkRow[], since: number) {
  const here = `/mark-sheets/${sheet.sheetId}/courses/${sheet.courseId}`;
  const saved = useMemo(() => savedIn(rows, sheet.scheme.components), [rows, sheet]);
  const codec = useMemo(() => markCodec(sheet.scheme.components, sheet.scheme.step), [sheet]);
  const [left] = useState(() => unsentIn(here, saved));
  const { learnChanges, ...cells } = useCells<Entry | null>({
    ...{ saved, codec, left },
    async send(changes) {
      const sent = changes.map(({ name, value, was }) => ({ ...placeOf(name), entry: value, was }));
      try {
        const { json } = await remote<SavedMarks>('post', `${here}/marks`, { cells: sent } as never);
        return json.problems.map(({ studentId, component, ...problem }) => ({
          ...{ name: cellName(studentId, component), ...problem },
        }));
      } catch (error) {
        throw new Error(explain(error).message, { cause: error });
      }
    },
    onUnsaved: (unsaved) => (unsaved.length > 0 ? writeUnsent(here, unsaved) : forgetUnsent(here)),
  });

  useEffect(() => {
    let from = since;
    const look = async () => {
      if (document.visibilityState !== 'visible') return;
      try {
        const { json } = await remote<{ since: number; cells: ChangedCell[] }>('get', `${here}/changes`, {
          since: from,
        });
        from = json.since;
        learnChanges(
          json.cells.map(({ studentId, component, entry }) => ({ name: cellName(studentId, component), value: entry })),
        );
      } catch {
        // Without a network there is nothing new; the next look asks again.
      }
    };
    const timer = setInterval(() => void look(), lookEvery);
    return () => clearInterval(timer);
  }, [here, since, learnChanges]);

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

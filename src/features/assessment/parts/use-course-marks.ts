import { usePage } from '@inertiajs/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useCells } from '#ui/grid/use-cells.ts';
import { explain, remote, RemoteError } from '#web/client/remote.ts';
import { ownerOf } from '#web/client/drafts.ts';
import { forgetUnsent, unsentIn, writeUnsent } from '#web/client/unsent-cells.ts';
import type { Entries, Entry } from '../compute/types.ts';
import type { ChangedCell } from '../marks/changes.queries.ts';
import type { CourseSheet } from '../marks/course-sheet.queries.ts';
import type { MarkRow } from '../marks/mark-rows.queries.ts';
import { cellName, entryFrom, markCodec, placeOf } from '../marks/mark-text.ts';
import type { SavedMarks } from '../marks/save-marks.ts';

const lookEvery = 8000;
const noNetwork = 'There is no connection. They stay in this window and are sent once it is back.';

/** The marks of a course: what is typed is saved by itself, and what others enter is shown. */
export function useCourseMarks(sheet: CourseSheet, rows: MarkRow[], since: number) {
  const here = `/mark-sheets/${sheet.sheetId}/courses/${sheet.courseId}`;
  const saved = useMemo(() => savedIn(rows, sheet.scheme.components), [rows, sheet]);
  const codec = useMemo(() => markCodec(sheet.scheme.components, sheet.scheme.step), [sheet]);
  const owner = ownerOf(usePage().props);
  const [left] = useState(() => unsentIn(here, owner, saved));
  const sendings = useRef(0);
  const { learnChanges, ...cells } = useCells<Entry | null>({
    ...{ saved, codec, left },
    async send(changes) {
      sendings.current += 1;
      const sent = changes.map(({ name, value, was }) => ({ ...placeOf(name), entry: value, was }));
      try {
        const { json } = await remote<SavedMarks>('post', `${here}/marks`, { cells: sent } as never);
        return json.problems.map(({ studentId, component, ...problem }) => ({
          ...{ name: cellName(studentId, component), ...problem },
        }));
      } catch (error) {
        const { message, errors } = explain(error);
        throw new Error(error instanceof RemoteError ? (errors['form'] ?? message) : noNetwork, { cause: error });
      } finally {
        sendings.current += 1;
      }
    },
    onUnsaved: (unsaved) => (unsaved.length > 0 ? writeUnsent(here, owner, unsaved) : forgetUnsent(here, owner)),
  });

  useEffect(() => {
    let from = since;
    const look = async () => {
      if (document.visibilityState !== 'visible') return;
      const before = sendings.current;
      try {
        const { json } = await remote<{ since: number; cells: ChangedCell[] }>('get', `${here}/changes`, {
          since: from,
        });
        // Marks that were saved meanwhile may be newer than this answer: the next look tells.
        if (sendings.current !== before || before % 2 === 1) return;
        from = json.since;
        learnChanges(
          json.cells.map(({ studentId, component, entry }) => ({ name: cellName(studentId, component), value: entry })),
        );
      } catch {
        // Without a network there is nothing new; the next look asks again.
      }
    };
    const again = () => void look();
    const timer = setInterval(again, lookEvery);
    window.addEventListener('focus', again);
    return () => {
      clearInterval(timer);
      window.removeEventListener('focus', again);
    };
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

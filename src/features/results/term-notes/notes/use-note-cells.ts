import { useMemo, useState } from 'react';
import { remote } from '#web/client/remote.ts';
import { useSharedCells } from '#web/client/use-shared-cells.ts';
import { openedField, traitField } from './note-fields.ts';
import { cellName, noteCodec, openedCell, placeOf } from './note-text.ts';
import type { NoteRow } from './notes.queries.ts';
import type { SavedNotes } from './save-notes.ts';
import type { NotesProps } from '../term-notes.pages.ts';

interface Changes {
  since: number;
  rows: Pick<NoteRow, 'id' | 'notes'>[];
  timesOpened: number | null;
}

/** The notes of a sheet: what is typed is saved by itself, and what others enter is shown. */
export function useNoteCells({ sheet, rows, since }: Pick<NotesProps, 'sheet' | 'rows' | 'since'>) {
  const here = `/mark-sheets/${sheet.id}/notes`;
  const fields = useMemo(
    () => ['present', ...sheet.traits.map(({ key }) => traitField(key)), 'teacher', 'principal'],
    [sheet],
  );
  const saved = useMemo(
    () =>
      new Map([
        [openedCell, String(sheet.timesOpened ?? '')] as const,
        ...rows.flatMap(({ id, notes }) => fields.map((field) => [cellName(id, field), notes[field] ?? ''] as const)),
      ]),
    [rows, sheet, fields],
  );
  const [timesOpened, setTimesOpened] = useState(sheet.timesOpened);
  const codec = useMemo(() => noteCodec({ traits: sheet.traits, timesOpened }), [sheet, timesOpened]);
  const cells = useSharedCells<string, Changes>({
    here,
    saved,
    codec,
    since,
    async post(changes) {
      const sent = changes.map(({ name, value, was }) => ({ ...placeOf(name), note: value, was }));
      const { json } = await remote<SavedNotes>('post', here, { cells: sent });
      const opened = sent.find(({ field }) => field === openedField);
      if (opened && !json.problems.some(({ field }) => field === openedField))
        setTimesOpened(opened.note.trim() === '' ? null : Number(opened.note));
      return json.problems.map(({ studentId, field, ...problem }) => ({
        name: cellName(studentId, field),
        ...problem,
      }));
    },
    valuesIn(seen) {
      setTimesOpened(seen.timesOpened);
      return [
        { name: openedCell, value: String(seen.timesOpened ?? '') },
        ...seen.rows.flatMap(({ id, notes }) =>
          fields.map((field) => ({ name: cellName(id, field), value: notes[field] ?? '' })),
        ),
      ];
    },
  });

  return { ...cells, timesOpened };
}

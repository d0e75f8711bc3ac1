import { usePage } from '@inertiajs/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useCells } from '#ui/grid/use-cells.ts';
import { ownerOf } from '#web/client/drafts.ts';
import { explain, remote, RemoteError } from '#web/client/remote.ts';
import { forgetUnsent, unsentIn, writeUnsent } from '#web/client/unsent-cells.ts';
import { openedField, traitField } from '../notes/note-fields.ts';
import { cellName, noteCodec, openedCell, placeOf } from '../notes/note-text.ts';
import type { NoteRow } from '../notes/notes.queries.ts';
import type { SavedNotes } from '../notes/save-notes.ts';
import type { NotesProps } from '../term-notes.pages.ts';

const lookEvery = 8000;
const noNetwork = 'There is no connection. They stay in this window and are sent once it is back.';

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
  const owner = ownerOf(usePage().props);
  const [left] = useState(() => unsentIn(here, owner, saved));
  const sendings = useRef(0);
  const { learnChanges, ...cells } = useCells<string>({
    ...{ saved, codec, left },
    async send(changes) {
      sendings.current += 1;
      const sent = changes.map(({ name, value, was }) => ({ ...placeOf(name), note: value, was }));
      try {
        const { json } = await remote<SavedNotes>('post', here, { cells: sent });
        const opened = sent.find(({ field }) => field === openedField);
        if (opened && !json.problems.some(({ field }) => field === openedField))
          setTimesOpened(opened.note.trim() === '' ? null : Number(opened.note));
        return json.problems.map(({ studentId, field, ...problem }) => ({
          ...{ name: cellName(studentId, field), ...problem },
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
        const { json } = await remote<Changes>('get', `${here}/changes`, { since: from });
        // What was saved meanwhile may be newer than this answer: the next look tells.
        if (sendings.current !== before || before % 2 === 1) return;
        from = json.since;
        setTimesOpened(json.timesOpened);
        learnChanges([
          { name: openedCell, value: String(json.timesOpened ?? '') },
          ...json.rows.flatMap(({ id, notes }) =>
            fields.map((field) => ({ name: cellName(id, field), value: notes[field] ?? '' })),
          ),
        ]);
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
  }, [here, since, fields, learnChanges]);

  return { ...cells, timesOpened };
}

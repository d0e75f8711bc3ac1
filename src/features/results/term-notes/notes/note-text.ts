import type { Codec } from '#ui/grid/cell-state.ts';
import { noteOf, noteProblem, openedField, type NoteRules } from './note-fields.ts';

/** How notes are typed, in cells named `student:field`. */
export const noteCodec = (rules: NoteRules): Codec<string> => ({
  write: (value) => value,
  empty: '',
  hint: '',
  allSaved: 'Everything is saved.',
  read: (text) => text,
  problemOf: (value, name) => {
    const { field } = placeOf(name);
    return noteProblem(field, noteOf(field, value), rules);
  },
});

export const cellName = (studentId: number | null, field: string) => `${studentId ?? 0}:${field}`;
export const openedCell = cellName(null, openedField);

export function placeOf(name: string): { studentId: number | null; field: string } {
  const at = name.indexOf(':');
  return { studentId: Number(name.slice(0, at)) || null, field: name.slice(at + 1) };
}

import { page } from '#web/page.ts';
import type { RemarkRow } from './bank/bank.queries.ts';
import type { Writer } from './notes/note-fields.ts';
import type { NoteRow, NoteSheet } from './notes/notes.queries.ts';

export interface NotesProps {
  sheet: NoteSheet;
  rows: NoteRow[];
  /** The time of the rows, from which changes are asked for. */
  since: number;
  /** Whose part the actor writes. */
  writes: Record<Writer, boolean>;
  canOpenSheet: boolean;
  canSeeResults: boolean;
  /** Published notes change by a correction. */
  canCorrect: boolean;
}
export const notesPage = page<NotesProps>('term-notes/notes');

/** `editable` is the institution to which remarks are added. */
export const bankPage = page<{ remarks: RemarkRow[]; editable: number | null }>('term-notes/bank');
export const remarkFormPage = page<{
  institutionId: number;
  institutions: { id: number; name: string }[];
}>('term-notes/remark-form');

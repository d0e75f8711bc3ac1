import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { keepNotes } from '#features/results/term-notes/notes/keep-notes.ts';
import { fillNames, type Names } from '../publication/published-card.ts';
import type { CorrectedNote } from './compute/changes.ts';
import type { ClassPlace } from './published-class.queries.ts';

/** Writes the corrected notes in the name of the requester, with the students’ names in remarks. */
export const writeCorrectedNotes = (
  tx: Tx,
  asker: Actor,
  place: ClassPlace,
  notes: readonly CorrectedNote[],
  names: ReadonlyMap<number, Names>,
): Promise<void> =>
  keepNotes(
    tx,
    asker,
    place,
    notes.map(({ studentId, field, entry }) => ({
      studentId,
      field,
      note: fillNames(entry, names.get(studentId)!),
    })),
  );

import { ValidationError } from '#kernel/errors.ts';
import { textName } from '#ui/format.ts';
import { noteOf, noteProblem, openedField } from '#features/results/term-notes/notes/note-fields.ts';
import { fillNames, hideNames, type Names } from '../publication/published-card.ts';
import type { CorrectedNote } from './compute/changes.ts';
import { noteOn } from './compute/correct-notes.ts';
import type { SheetRules } from './corrected-sheet.queries.ts';
import { noteLabel } from './note-labels.ts';
import type { CurrentResult } from './published-class.queries.ts';

/** A typed note as it is kept: without the student’s own names. */
export const keptNote = ({ was, entry, ...note }: CorrectedNote, names: Names): CorrectedNote => ({
  ...note,
  was: hideNames(noteOf(note.field, was), names),
  entry: hideNames(noteOf(note.field, entry), names),
});

/** Refuses notes of a student that don’t fit, or that are no longer what they were. */
export function checkNotes(result: CurrentResult, notes: readonly CorrectedNote[], { traits }: SheetRules): void {
  const { content } = result;
  const rules = { traits: traits.filter(({ name }) => isRated(content, name)), timesOpened: openedOf(content) };
  const seen = new Set<string>();
  for (const { field, was, entry } of notes) {
    const [before, after] = [fillNames(was, result), fillNames(entry, result)];
    const where = `${textName(result)}, ${noteLabel(field, traits, content)}`;
    if (seen.has(field)) throw new ValidationError('notes', `${where} is there twice.`);
    seen.add(field);
    const wrong = field === openedField ? 'This can’t be corrected here.' : noteProblem(field, after, rules);
    if (wrong) throw new ValidationError('notes', `${where}. ${wrong}`);
    const published = fillNames(noteOn(content, field, traits), result);
    if (published !== before)
      throw new ValidationError('notes', `${where} is “${published || '—'}” now: it was corrected meanwhile.`);
    if (after === before) throw new ValidationError('notes', `${where} is the same already.`);
  }
}

const openedOf = ({ attendance }: CurrentResult['content']) => attendance?.opened ?? null;
const isRated = ({ traits, ratings }: CurrentResult['content'], name: string) =>
  ratings ? ratings.some(({ trait }) => trait === name) : traits.includes(name);

import type { Field, Roster, Surroundings } from './field.ts';
import { fits } from './fits.ts';
import type { Guess } from './guess.ts';
import type { Column } from './inspect.ts';

/** Fields that a value alone shows, in a file without headings. Names are chosen by the user. */
const shownByValues = ['gender', 'birthDate', 'email', 'batch', 'mobile', 'phone'];

export function guessByValues(
  columns: Column[],
  { fields }: Roster,
  surroundings: Surroundings,
  mayUse: (field: Field) => boolean,
): Guess[] {
  const guesses: Guess[] = columns.map(() => ({ field: null }));
  for (const key of shownByValues) {
    const field = fields[key];
    if (!field || !mayUse(field) || (key === 'phone' && guesses.some((guess) => guess.field === 'mobile'))) continue;
    const at = columns.findIndex(
      ({ samples }, index) =>
        !guesses[index]!.field &&
        samples.some((sample) => sample.length > 3 || key === 'gender') &&
        fits(field, { samples }, surroundings, () => false, 1),
    );
    if (at >= 0) guesses[at] = { field: key };
  }
  return guesses;
}

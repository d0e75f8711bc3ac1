import { clean, squeeze } from './clean.ts';
import { fieldKeys, fields, type FieldKey } from './fields.ts';
import type { Column } from './inspect.ts';
import { isSecret } from './secret-column.ts';
import { readDate } from './read-date.ts';
import { readPhone } from '#kernel/phone.ts';
import * as read from './read-value.ts';
import type { Surroundings } from './row.ts';
import { readBloodGroup, readGender, readStatus } from './words.ts';

export interface Guess {
  field: FieldKey | null;
  /** Why a column is left out, where a person would wonder. */
  note?: string;
}

/** What each column most likely means; every field at most once. */
export function guessColumns(columns: Column[], surroundings: Surroundings): Guess[] {
  const guesses: Guess[] = columns.map(({ header }) =>
    isSecret(header) ? { field: null, note: 'Left out on purpose: passwords are never imported.' } : { field: null },
  );
  const candidates = columns.flatMap((column, at) =>
    guesses[at]!.note ? [] : fieldsFor(column).map((found) => ({ ...found, at, column })),
  );
  const taken = new Set<FieldKey>();
  for (const { field, at, column } of candidates.sort((a, b) => b.score - a.score)) {
    if (guesses[at]!.field || taken.has(field)) continue;
    if (!fits(field, column, surroundings)) {
      guesses[at]!.note ??= `Looks like ${fields[field].label}, but ${misfit(field, surroundings)}.`;
      continue;
    }
    guesses[at] = { field };
    taken.add(field);
  }
  return onlyOneWayToName(guesses, taken);
}

/** With a surname and a first name, a column of full names has nothing to add. */
function onlyOneWayToName(guesses: Guess[], taken: Set<FieldKey>): Guess[] {
  if (!taken.has('fullName')) return guesses;
  const drop = (...keys: FieldKey[]) =>
    guesses.map((guess) => (guess.field && keys.includes(guess.field) ? { field: null } : guess));
  return taken.has('surname') && taken.has('firstName') ? drop('fullName') : drop('surname', 'firstName');
}

function fieldsFor(column: Column) {
  const names = spellings(column.header);
  return fieldKeys.flatMap((field) => {
    const synonyms: readonly string[] = fields[field].synonyms;
    const rank = Math.min(...names.map((name) => synonyms.indexOf(name)).filter((index) => index >= 0));
    // A column with values is preferred to an empty one of the same meaning.
    return Number.isFinite(rank) ? [{ field, score: 100 - rank + (column.filled ? 0 : -50) }] : [];
  });
}

/** "Student's Date of Birth (dd/mm/yyyy)" is dateofbirth too. */
function spellings(header: string): string[] {
  const whole = squeeze(header);
  const core = squeeze(clean(header.replace(/\(.*?\)|\[.*?\]|\*/g, '')));
  return [...new Set([whole, core, core.replace(/^(?:the)?(?:student|pupil|learner|child|candidate)s?/, '')])].filter(
    Boolean,
  );
}

function fits(field: FieldKey, column: Column, { today, countryId, places, batches }: Surroundings): boolean {
  const tests: Partial<Record<FieldKey, (value: string) => unknown>> = {
    birthDate: (value) => readDate(value, 'dmy', today) ?? readDate(value, 'mdy', today),
    admissionDate: (value) => readDate(value, 'dmy', today) ?? readDate(value, 'mdy', today),
    gender: readGender,
    status: readStatus,
    bloodGroup: readBloodGroup,
    phone: (value) => readPhone(value, countryId),
    email: (value) => 'ok' in read.email(value),
    country: (value) => places.findCountry(value),
    // The states of another country need the country beside them, which a single column cannot show.
    state: (value) => places.findState(value, countryId),
    // With an arm in a column of its own, any class that begins a batch's name will do.
    batch: (value) => batches.find(value, '') ?? batches.begins(value),
  };
  const test = tests[field];
  if (!test || column.samples.length === 0) return true;
  return column.samples.filter(test).length * 4 >= column.samples.length;
}

/** Headings of lists of others, which name people too. */
const others: [heading: RegExp, list: string][] = [
  [/^(teacher|staff|employee)(number|id|no|name)/, 'a list of teachers or staff'],
  [/^(principal|school)name|^schoolnumber$/, 'a list of schools'],
  [/^(course|section)(name|number|sisid)/, 'a list of courses or sections'],
  [/^(guardian|parent)(id|number|name)$/, 'a list of parents'],
];

/** Why the file may be another one than was meant. */
export function doubtAbout(columns: Column[]): string | null {
  const headers = columns.map(({ header }) => squeeze(header));
  if (headers.some((header) => /^(student|pupil|admission|learner)/.test(header))) return null;
  const found = others.find(([heading]) => headers.some((header) => heading.test(header)));
  return found ? `This looks like ${found[1]}, not of students. Go on only if every row is a student.` : null;
}

function misfit(field: FieldKey, { batches }: Surroundings): string {
  return field === 'batch' ? `its values are not batches of ${batches.session}` : 'its values cannot be read as such';
}

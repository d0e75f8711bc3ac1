import { fieldGroupLabels } from '#kernel/contracts/field-groups.ts';
import { withArticle } from '#kernel/contracts/terminology.ts';
import { clean, squeeze, areUnnamed, isSecret } from './headers.ts';
import { type Field, type Fields, type Roster, type Surroundings, valueKey, type Corrections } from './field.ts';
import type { Column } from './inspect.ts';
import { notations } from '#kernel/notation.ts';
import { lostValue } from './read-value.ts';

export interface Guess {
  field: string | null;
  /** Why a column is not imported, if that is not obvious. */
  note?: string;
  /** The user has no access to its values. */
  isHidden?: true;
}

/** The most likely field of each column, each field at most once. Fields the user cannot import are named. */
export function guessColumns(
  columns: Column[],
  roster: Roster,
  surroundings: Surroundings,
  mayUse: (field: Field) => boolean = () => true,
  words: Corrections['words'] = {},
): Guess[] {
  const { fields, computed } = roster;
  if (areUnnamed(columns.map(({ header }) => header))) return guessByValues(columns, roster, surroundings, mayUse);
  const guesses: Guess[] = columns.map(({ header }) => {
    if (isSecret(header)) return { field: null, note: 'Not imported: passwords are never imported.' };
    const why = computed[squeeze(header) || header];
    return why ? { field: null, note: why } : { field: null };
  });
  // In a list of students, only what is marked as the parent's belongs to a guardian.
  const isPupils = roster.one === 'guardian' && isPupilsRoster(columns.map(({ header }) => header));
  const isAnothers = (key: string, header: string) => isPupils && key !== 'children' && !isOfParent(header);
  const candidates = columns
    .flatMap((column, at) =>
      guesses[at]!.note ? [] : fieldsFor(column, roster).map((found) => ({ ...found, at, column })),
    )
    .filter(({ key, column }) => (!fields[key]!.needs || mayUse(fields[key]!)) && !isAnothers(key, column.header));
  const taken = new Set<string>();
  for (const { key, at, column } of candidates.sort((a, b) => b.score - a.score)) {
    const guess = guesses[at]!;
    if (guess.field || guess.isHidden || taken.has(key)) continue;
    const field = fields[key]!;
    const isKnown = (value: string) => valueKey(value) in (words[key] ?? {});
    if (!fits(field, column, surroundings, isKnown)) {
      guess.note ??= `Could be ${field.label}, but ${misfit(key, surroundings)}.`;
      continue;
    }
    taken.add(key);
    guesses[at] = mayUse(field)
      ? { field: key }
      : {
          field: null,
          isHidden: true,
          note: `Not imported: this is ${field.label}, and importing it requires access to “${fieldGroupLabels[field.group!]}”.`,
        };
  }
  const guessed = otherNames(onlyOneWayToName(givenNames(guesses, columns), taken), columns, roster);
  return namedParents(besideParents(guessed, columns, roster, mayUse));
}

/** In a list of surnames and other names, the first of the other names is the first name. */
function otherNames(guesses: Guess[], columns: Column[], { fields, prefix }: Roster): Guess[] {
  const has = (key: string) => guesses.some(({ field }) => field === key);
  if (!has('surname') || has('firstName')) return guesses;
  const { synonyms } = fields['firstName']!;
  return guesses.map((guess, at) =>
    guess.field === 'middleName' && spellings(columns[at]!.header, prefix).some((name) => synonyms.includes(name))
      ? { field: 'firstName' }
      : guess,
  );
}

/** A phone of a parent without a name is the student’s next of kin’s. */
function namedParents(guesses: Guess[]): Guess[] {
  const has = (key: string) => guesses.some(({ field }) => field === key);
  return guesses.map((guess) => {
    const [, role, part] = /^(guardian|father|mother)(Phone|Email|Relation)$/.exec(guess.field ?? '') ?? [];
    if (!role || has(`${role}Name`)) return guess;
    return { field: part === 'Phone' && !has('nextOfKinPhone') ? 'nextOfKinPhone' : null };
  });
}

/** `name` beside `last_name` is the given name, as in OpenEduCat, if it doesn't repeat the last name. */
function givenNames(guesses: Guess[], columns: Column[]): Guess[] {
  const at = (key: string) => guesses.findIndex(({ field }) => field === key);
  const [full, surname] = [at('fullName'), at('surname')];
  if (full < 0 || surname < 0 || at('firstName') >= 0) return guesses;
  const surnames = columns[surname]!.samples.map((sample) => sample.toLowerCase());
  const isWhole = (sample: string) => surnames.some((name) => ` ${sample.toLowerCase()} `.includes(` ${name} `));
  const { samples } = columns[full]!;
  if (samples.length === 0 || samples.some(isWhole)) return guesses;
  return guesses.map((guess, index) => (index === full ? { field: 'firstName' } : guess));
}

/** Surname and first name columns make a full name column redundant. */
function onlyOneWayToName(guesses: Guess[], taken: Set<string>): Guess[] {
  if (!guesses.some(({ field }) => field === 'fullName')) return guesses;
  const drop = (...keys: string[]) =>
    guesses.map((guess) => (guess.field && keys.includes(guess.field) ? { field: null } : guess));
  return taken.has('surname') && taken.has('firstName') ? drop('fullName') : drop('surname', 'firstName');
}

function fieldsFor(column: Column, { fields, prefix }: Roster) {
  const names = spellings(column.header, prefix);
  return Object.entries(fields as Fields).flatMap(([key, { synonyms, label, needs }]) => {
    const isSame = column.header === clean(label);
    const rank = isSame ? 0 : Math.min(...names.map((name) => synonyms.indexOf(name)).filter((index) => index >= 0));
    // Of two columns for the same field, one with values wins; a guardian’s name is not the next of kin’s.
    return Number.isFinite(rank) ? [{ key, score: 100 - rank + (column.filled ? 0 : -50) + (needs ? 100 : 0) }] : [];
  });
}

/** Why this may be the wrong file. */
export function doubtAbout(columns: Column[], { doubts, one, many }: Roster): string | null {
  const headers = columns.map(({ header }) => squeeze(header));
  if (one === 'guardian' && isPupilsRoster(columns.map(({ header }) => header)))
    return 'This looks like a list of students. Import it as students: their guardians are added and linked in the same import.';
  if (headers.some((header) => doubts.own.test(header))) return null;
  const found = doubts.others.find(([heading]) => headers.some((header) => heading.test(header)));
  return found ? `This looks like ${found[1]}, not ${many}. Continue only if every row is ${withArticle(one)}.` : null;
}

function misfit(key: string, { batches }: Surroundings): string {
  return key === 'batch'
    ? `its values are not ${batches.words} in ${batches.session}. Choose it to match them after the check`
    : 'its values don’t match';
}

/** A bare “Phone” or “E-mail” directly behind the name of a parent is the parent’s. */
function besideParents(
  guesses: Guess[],
  columns: Column[],
  { fields, prefix }: Roster,
  mayUse: (field: Field) => boolean,
) {
  const own = (key: string, header: string) =>
    spellings(header, prefix).some((name) => fields[key]?.synonyms.includes(name));
  const guessed = [...guesses];
  for (const [at, { header }] of columns.entries()) {
    const [, role] = /^(guardian|father|mother)(?:Name|Phone)$/.exec(guessed[at - 1]?.field ?? '') ?? [];
    const { field, isHidden } = guessed[at]!;
    if (!role || isHidden || ![null, 'phone', 'mobile', 'email'].includes(field)) continue;
    const part = own('email', header) ? 'Email' : own('phone', header) || own('mobile', header) ? 'Phone' : null;
    const key = `${role}${part}`;
    const parents = part && fields[key];
    if (parents && mayUse(parents) && guessed.every((other) => other.field !== key)) guessed[at] = { field: key };
  }
  return guessed;
}

/** Matches "Student's Date of Birth (dd/mm/yyyy)" to dateofbirth. */
function spellings(header: string, prefix: RegExp): string[] {
  const whole = squeeze(header);
  const core = squeeze(clean(header.replace(/\(.*?\)|\[.*?\]|\*/g, '')));
  return [...new Set([whole, core, core.replace(prefix, '')])].filter(Boolean);
}

/** Fields that a value alone shows, in a file without headings. Names are chosen by the user. */
const shownByValues = ['gender', 'birthDate', 'email', 'batch', 'mobile', 'phone'];

function guessByValues(
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

/** Whether a share of a column's sample values can be read as the field. */
function fits(
  field: Field,
  { samples }: Pick<Column, 'samples'>,
  surroundings: Surroundings,
  isKnown: (value: string) => boolean,
  share = 0.25,
): boolean {
  const { read } = field;
  const isReadable = (value: string) =>
    (['dmy', 'mdy'] as const).some((order) =>
      notations.some((notation) => 'ok' in read!(value, { ...surroundings, order, notation })),
    );
  const test = field.fits ? (value: string) => field.fits!(value, surroundings) : read && isReadable;
  if (!test || samples.length === 0) return true;
  return (
    samples.filter((value) => lostValue(value) ?? (isKnown(value) || test(value))).length >= samples.length * share
  );
}

const ofPupil =
  /^(dateofbirth|dob|birthdate|class|classarm|presentclass|currentclass|batch|admissiondate|othernames?)$/;
const number = /^(admission|adm|reg|matric|student)(number|no|id)$/;
const ofParent = /parent|guardian|father|mother|sponsor/;

/** Whether the headings are those of a list of students, in which an unmarked name is the student's. */
export function isPupilsRoster(headers: string[]): boolean {
  const keys = headers.map(squeeze);
  return keys.some((key) => number.test(key)) && keys.some((key) => ofPupil.test(key));
}

/** Whether a column of such a list is about the parent. */
export const isOfParent = (header: string): boolean => ofParent.test(squeeze(header));

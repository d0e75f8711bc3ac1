import { studentStatuses, type StudentStatus } from '#features/people/students/student-status.ts';
import { squeeze } from './headers.ts';
import { genotypes as knownGenotypes } from '#features/records/people/people.fields.ts';

const genders: Record<string, 'female' | 'male'> = {
  f: 'female',
  female: 'female',
  girl: 'female',
  woman: 'female',
  femme: 'female',
  feminin: 'female',
  m: 'male',
  male: 'male',
  boy: 'male',
  man: 'male',
  homme: 'male',
  masculin: 'male',
};

/** Titles (Mr, Mrs) are ignored because they are often wrong in lists of children. */
export const readGender = (value: string): 'female' | 'male' | null => genders[squeeze(value)] ?? null;

const statuses: Record<string, StudentStatus> = {
  ...Object.fromEntries(studentStatuses.map((status) => [status, status])),
  enrolled: 'active',
  current: 'active',
  present: 'active',
  new: 'active',
  returning: 'active',
  yes: 'active',
  admitted: 'active',
  applied: 'applicant',
  prospective: 'applicant',
  onsuspension: 'suspended',
  graduate: 'graduated',
  alumni: 'graduated',
  alumnus: 'graduated',
  alumna: 'graduated',
  completed: 'graduated',
  left: 'withdrawn',
  inactive: 'withdrawn',
  dropped: 'withdrawn',
  droppedout: 'withdrawn',
  dropout: 'withdrawn',
  withdrew: 'withdrawn',
  transfer: 'transferred',
  transferredout: 'transferred',
  dead: 'deceased',
  late: 'deceased',
};

export const readStatus = (value: string): StudentStatus | null => statuses[squeeze(value)] ?? null;

const bloodGroups: Record<string, string> = Object.fromEntries(
  ['A', 'B', 'AB', 'O'].flatMap((group) =>
    [
      ['+', 'positive', 'pos', '+ve', 'rh+'],
      ['-', 'negative', 'neg', '-ve', 'rh-'],
    ].flatMap((signs) => signs.map((sign) => [`${group}${sign}`.toLowerCase(), `${group}${signs[0]}`])),
  ),
);

/** Reads 'o positive', 'O+' and 'O +ve' alike; 0+ is a common typo for O+. */
export const readBloodGroup = (value: string): string | null =>
  bloodGroups[
    value
      .toLowerCase()
      .replace(/[\s()]|group/g, '')
      .replace('−', '-')
      .replace(/^0/, 'o')
  ] ?? null;

const genotypes = new Set<string>(knownGenotypes);

/** Reads 'Hb AS', 'as', 'A/S' and 'SA' alike. */
export const readGenotype = (value: string): string | null => {
  const letters = value
    .toUpperCase()
    .replace(/^HB/, '')
    .replace(/[^A-Z]/g, '');
  return [letters, [...letters].toReversed().join('')].find((one) => genotypes.has(one)) ?? null;
};

const answers: Record<string, boolean> = {
  ...Object.fromEntries(['yes', 'y', 'true', '1', 'x', 'oui', '✓', '✔'].map((word) => [word, true])),
  ...Object.fromEntries(['no', 'n', 'false', '0', 'non', '-'].map((word) => [word, false])),
};

export const readYesNo = (value: string): boolean | null => answers[value.toLowerCase()] ?? null;

/** Title case for a name typed in capitals; other names stay as written. */
export const tidyName = (name: string): string =>
  name.length > 1 && name === name.toUpperCase() && name !== name.toLowerCase()
    ? name
        .toLowerCase()
        .replace(/(^|[\s'’.-])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())
    : name;

const title = '(?:mr|mrs|miss|ms|dr|prof|engr|barr|alh|alhaji|alhaja|hajia|hajiya|mallam|rev)\\.?';
const titles = `${title}(?:\\s*(?:&|/|and)?\\s*${title})*`;
const titleFirst = new RegExp(`^(${titles})\\s+(.+)$`, 'i');
const titleLast = new RegExp(`^(.+?)[,\\s]*\\((${titles})\\)$`, 'i');

/** 'Mrs. Folake Bakare' and 'Bakare Folake (Mrs)'; only titles that are not used as names. */
export function splitTitle(name: string): { title: string; name: string } {
  const [, before, rest] = titleFirst.exec(name) ?? [];
  if (before) return { title: tidyTitle(before), name: rest! };
  const [, whole, after] = titleLast.exec(name) ?? [];
  return after ? { title: tidyTitle(after), name: whole! } : { title: '', name };
}

/** The spelling used in forms: MRS. becomes Mrs. */
const tidyTitle = (text: string) => tidyName(text).replaceAll('.', '');

interface FullName {
  surname: string;
  firstName: string;
  middleName: string;
}

/** A comma marks the surname; otherwise it comes first or last, as chosen. */
export function splitName(name: string, surnameStands: 'first' | 'last'): FullName | null {
  const comma = name.indexOf(',');
  if (comma > 0) return named(name.slice(0, comma).trim(), words(name.slice(comma + 1)));
  const all = words(name);
  const surname = surnameStands === 'first' ? all.shift() : all.pop();
  return named(surname ?? '', all);
}

const words = (text: string) => text.replaceAll(',', ' ').split(/\s+/).filter(Boolean);

function named(surname: string, [firstName, ...middle]: string[]): FullName | null {
  return surname && firstName ? { surname, firstName, middleName: middle.join(' ') } : null;
}

import { searchable } from '#kernel/searchable.ts';
import type { Field } from './field.ts';

/** A value of the file, and the one that is read instead; blank leaves the cell out. */
export interface Meaning {
  value: string;
  means: string;
}

/** What the person corrected of a file before it is imported. */
export interface Corrections {
  /** Meanings by field and by the value's key. */
  words?: Record<string, Record<string, Meaning>>;
  /** Cells by row number and column. */
  cells?: Record<number, Record<number, string>>;
}

/** Values that differ only in case, accents and spaces have one meaning. */
export const wordKey = (value: string): string => searchable(value);

type Texts = Readonly<Record<string, string>>;

/** The value of a field as the file writes it. A class and its arm in two columns are one value. */
export const writtenValue = (field: string, texts: Texts): string =>
  (field === 'batch' ? [texts['batch'], texts['arm']].filter(Boolean).join(' ') : texts[field]) ?? '';

/** Replaces values by what they mean; returns which were replaced. */
export function replaceWords(texts: Record<string, string>, words: Corrections['words'] = {}): [string, string][] {
  const replaced: [string, string][] = [];
  for (const [field, meanings] of Object.entries(words)) {
    if (!texts[field]) continue;
    const key = wordKey(writtenValue(field, texts));
    const meaning = Object.hasOwn(meanings, key) ? meanings[key] : undefined;
    if (!meaning) continue;
    texts[field] = meaning.means;
    if (field === 'batch' && texts['arm'] !== undefined) texts['arm'] = '';
    replaced.push([field, key]);
  }
  return replaced;
}

const chosen = new Set([
  'batch',
  'gender',
  'status',
  'bloodGroup',
  'genotype',
  'nationality',
  'country',
  'state',
  'lga',
]);

/** Whether equal values of a field mean the same in every row, so that they are corrected once for all. */
export const isChosen = (key: string, { list, choices }: Field): boolean =>
  list !== undefined || choices !== undefined || chosen.has(key);

const ofOnePerson = new Set(['birthDate', 'leftOn']);

/** Whether all rows can have the same value in a field. */
export const canBeSame = (key: string, field: Field): boolean =>
  !field.isRequired &&
  !ofOnePerson.has(key) &&
  (isChosen(key, field) || field.isDay === true || key === 'city' || field.customId !== undefined);

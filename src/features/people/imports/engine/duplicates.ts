import { searchable } from '#kernel/searchable.ts';
import type { PersonRecord } from './field.ts';

/** Surname and first name as `sort_name` begins. Middle names are often omitted, so they do not distinguish people. */
export const nameKey = ({ surname, firstName }: Pick<PersonRecord, 'surname' | 'firstName'>): string =>
  searchable(`${surname} ${firstName}`);

export interface Twin {
  field: string;
  row: number;
  first: number;
  message: string;
  /** The later row only resembles the first: the user is asked, and it is not a problem. */
  isAlike?: true;
}

/** Remembers the rows of a file and finds pairs that are the same person. */
export interface TwinFinder {
  meet(row: number, record: PersonRecord): Twin[];
  /** Rows that continue an earlier row, and the merged record by the first row's number. */
  leaders: ReadonlyMap<number, number>;
  merged: ReadonlyMap<number, PersonRecord>;
}

const nobody = { leaders: new Map<number, number>(), merged: new Map<number, PersonRecord>() };

/** For people with a number: a repeated number is a problem in both rows; other matching values make the later row a possible duplicate. */
export function createTwinFinder({ field, words }: { field: string; words: string }, checksAlike: boolean): TwinFinder {
  const numbers = new Map<string, number>();
  const people = new Map<string, number>();
  const meet = (seen: Map<string, number>, key: string, row: number): number | undefined => {
    const first = seen.get(key);
    if (first === undefined) seen.set(key, row);
    return first;
  };
  return {
    ...nobody,
    meet(row, record) {
      const number = record[field] as string | null;
      const first = number ? meet(numbers, number, row) : undefined;
      if (first !== undefined)
        return [{ field, row, first, message: `Rows ${first} and ${row} have the same ${words}, ${number}.` }];
      if (!checksAlike) return [];
      // All keys are remembered, whichever matches first.
      const met = likenessesOf(record).map(({ key, why }) => ({ why, first: meet(people, key, row) }));
      const twin = met.find((one) => one.first !== undefined);
      if (!twin) return [];
      const message = `Possible duplicate of row ${twin.first} of this file: ${twin.why}.`;
      return [{ field: 'firstName', row, first: twin.first!, message, isAlike: true }];
    },
  };
}

/** Keys that make two rows, or a row and a record, possible duplicates. A family may share one e-mail address, so the first name counts too. */
export function likenessesOf(record: PersonRecord): { key: string; why: string }[] {
  const name = nameKey(record);
  const email = record['email'] as string | null | undefined;
  const phones = new Set([record['phone'], record['mobile']] as (string | null | undefined)[]);
  return [
    ...(record.birthDate ? [{ key: `born ${record.birthDate} ${name}`, why: sameBirth }] : []),
    ...(email ? [{ key: `mail ${email.toLowerCase()} ${searchable(record.firstName)}`, why: sameEmail }] : []),
    ...[...phones].flatMap((phone) => (phone ? [{ key: `phone ${phone} ${name}`, why: samePhone }] : [])),
  ];
}

export const sameBirth = 'same name and date of birth';
export const sameEmail = 'same e-mail and first name';
export const samePhone = 'same name and phone';

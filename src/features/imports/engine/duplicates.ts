import { searchable } from '#kernel/searchable.ts';
import type { PersonRecord } from './field.ts';

/** Surname and first name as the school's sort_name begins; middle names are often left out, so they do not tell people apart. */
export const nameKey = ({ surname, firstName }: Pick<PersonRecord, 'surname' | 'firstName'>): string =>
  searchable(`${surname} ${firstName}`);

export interface Twin {
  field: string;
  row: number;
  first: number;
  message: string;
  /** The later row only looks like the first: a question, and no problem. */
  isAlike?: true;
}

/** Remembers the rows of a file and names the pairs that are the same person. */
export interface TwinFinder {
  meet(row: number, record: PersonRecord): Twin[];
  /** Rows that go on with an earlier one, and what those rows say together, by the first. */
  leaders: ReadonlyMap<number, number>;
  merged: ReadonlyMap<number, PersonRecord>;
}

const nobody = { leaders: new Map<number, number>(), merged: new Map<number, PersonRecord>() };

/**
 * Of people who have a number: the same number is a problem of both rows; what else two rows have in common makes the
 * later one look like the earlier.
 */
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
      // All its keys are remembered, whichever of them is met first.
      const met = likenessesOf(record).map(({ key, why }) => ({ why, first: meet(people, key, row) }));
      const twin = met.find((one) => one.first !== undefined);
      if (!twin) return [];
      const message = `Looks like row ${twin.first} of this file: ${twin.why}.`;
      return [{ field: 'firstName', row, first: twin.first!, message, isAlike: true }];
    },
  };
}

/** What makes two rows, or a row and a record, look like one person. One e-mail may be a family's: the first name tells. */
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

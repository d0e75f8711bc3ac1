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
}

/** Remembers the rows of a file and names the pairs that are the same person. */
export interface TwinFinder {
  meet(row: number, record: PersonRecord): Twin[];
  /** Rows that go on with an earlier one, and what those rows say together, by the first. */
  leaders: ReadonlyMap<number, number>;
  merged: ReadonlyMap<number, PersonRecord>;
}

const nobody = { leaders: new Map<number, number>(), merged: new Map<number, PersonRecord>() };

/** Of people who have a number: the same number, or the same name and birth date, is a problem of both rows. */
export function createTwinFinder(
  { field, words, many }: { field: string; words: string; many: string },
  checkNames: boolean,
): TwinFinder {
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
      const twin =
        checkNames && record.birthDate ? meet(people, `${record.birthDate} ${nameKey(record)}`, row) : undefined;
      if (twin === undefined) return [];
      const message = `Rows ${twin} and ${row} have the same name and date of birth. If they are two ${many}, choose to import such rows.`;
      return [{ field: 'birthDate', row, first: twin, message }];
    },
  };
}

import type { StudentRecord } from './record.ts';

/** As the database's akada_searchable: how names are compared. */
export const searchable = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036F'\u2019`]/g, '')
    .toLowerCase();

/** Surname and first name as the school's sort_name begins; middle names are often left out, so they do not tell people apart. */
export const nameKey = ({ surname, firstName }: Pick<StudentRecord, 'surname' | 'firstName'>): string =>
  searchable(`${surname} ${firstName}`);

export interface Twin {
  field: 'admissionNumber' | 'birthDate';
  row: number;
  first: number;
  message: string;
}

/** Remembers the rows of a file and names the pairs that are the same student. */
export function createTwinFinder(checkNames: boolean): (row: number, record: StudentRecord) => Twin[] {
  const numbers = new Map<string, number>();
  const people = new Map<string, number>();
  const meet = (seen: Map<string, number>, key: string, row: number): number | undefined => {
    const first = seen.get(key);
    if (first === undefined) seen.set(key, row);
    return first;
  };
  return (row, record) => {
    const number = record.admissionNumber;
    const first = number ? meet(numbers, number, row) : undefined;
    if (first !== undefined)
      return [
        {
          field: 'admissionNumber',
          row,
          first,
          message: `Rows ${first} and ${row} have the same admission number, ${number}.`,
        },
      ];
    const twin =
      checkNames && record.birthDate ? meet(people, `${record.birthDate} ${nameKey(record)}`, row) : undefined;
    return twin === undefined
      ? []
      : [
          {
            field: 'birthDate',
            row,
            first: twin,
            message: `Rows ${twin} and ${row} have the same name and date of birth. If they are two students, choose to import such rows.`,
          },
        ];
  };
}

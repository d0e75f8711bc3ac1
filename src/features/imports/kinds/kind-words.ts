/** Whom a file is about; also the names in addresses and in the database. */
export const importKinds = ['students', 'employees', 'guardians'] as const;
export type ImportKind = (typeof importKinds)[number];

interface KindWords {
  one: string;
  many: string;
  title: string;
  /** What the row of a known one has in common with the record. */
  same: string;
  leave: string;
  update: string;
  /** Said where no column holds the number by which they are known. */
  withoutNumber?: { field: string; text: (institution: string) => string };
  /** Whether a name and a birth date tell who somebody is. */
  asksSameName: boolean;
}

export const kindWords: Record<ImportKind, KindWords> = {
  students: {
    one: 'student',
    many: 'students',
    title: 'Students',
    same: 'Same admission number',
    leave: 'Leave them as they are',
    update: 'An update fills in and replaces what the file gives; status and {batch} stay as they are.',
    withoutNumber: {
      field: 'admissionNumber',
      text: (institution) =>
        `No column holds admission numbers, so each student is given the next number of ${institution}.`,
    },
    asksSameName: true,
  },
  employees: {
    one: 'employee',
    many: 'employees',
    title: 'Employees',
    same: 'Same employee number',
    leave: 'Leave them as they are',
    update: 'An update fills in and replaces what the file gives; who has left is not brought back by it.',
    withoutNumber: {
      field: 'employeeNumber',
      text: (institution) =>
        `No column holds employee numbers, so each employee is given the next number of ${institution}.`,
    },
    asksSameName: true,
  },
  guardians: {
    one: 'guardian',
    many: 'guardians',
    title: 'Guardians',
    same: 'Same guardian ID, or same name with the same phone, e-mail or child',
    leave: 'Leave their records; add children',
    update: 'An update fills in and replaces what the file gives. Children are added and never taken away.',
    asksSameName: false,
  },
};

/** '1 student', '1,200 students' */
export const countedOf = (kind: ImportKind, count: number): string =>
  `${count} ${count === 1 ? kindWords[kind].one : kindWords[kind].many}`;

/** The kinds of records a file can contain; also used in URLs and in the database. */
export const importKinds = ['students', 'employees', 'guardians', 'openings', 'results'] as const;
export type ImportKind = (typeof importKinds)[number];

interface KindLabels {
  one: string;
  many: string;
  title: string;
  /** Where the imported records are. */
  home: string;
  /** How a row is matched to an existing record, and what can be done with it; nothing for money. */
  existing?: { same: string; leave: string; update: string };
  /** Shown if no column has the identifying number. */
  withoutNumber?: { field: string; text: (institution: string) => string };
  /** Whether a name and a date of birth identify a person. */
  asksSameName: boolean;
}

export const kindLabels: Record<ImportKind, KindLabels> = {
  students: {
    one: 'student',
    many: 'students',
    title: 'Students',
    home: '/students',
    existing: {
      same: 'Same admission number',
      leave: 'Don’t change them',
      update: 'Updating replaces fields that have a value in the file. Status and {batch} are not changed.',
    },
    withoutNumber: {
      field: 'admissionNumber',
      text: (institution) =>
        `No column has admission numbers, so each student is assigned the next number of ${institution}.`,
    },
    asksSameName: true,
  },
  employees: {
    one: 'employee',
    many: 'employees',
    title: 'Employees',
    home: '/employees',
    existing: {
      same: 'Same employee number',
      leave: 'Don’t change them',
      update: 'Updating replaces fields that have a value in the file. Former employees are not rehired.',
    },
    withoutNumber: {
      field: 'employeeNumber',
      text: (institution) =>
        `No column has employee numbers, so each employee is assigned the next number of ${institution}.`,
    },
    asksSameName: true,
  },
  guardians: {
    one: 'guardian',
    many: 'guardians',
    title: 'Guardians',
    home: '/guardians',
    existing: {
      same: 'Same guardian ID, or same name with the same phone, e-mail or child',
      leave: 'Don’t change them; add children',
      update: 'Updating replaces fields that have a value in the file. Children are added, never removed.',
    },
    asksSameName: false,
  },
  openings: {
    one: 'opening balance',
    many: 'opening balances',
    title: 'Opening balances',
    home: '/balances',
    asksSameName: false,
  },
  results: {
    one: 'past result',
    many: 'past results',
    title: 'Past results',
    home: '/students',
    asksSameName: false,
  },
};

/** '1 student', '1,200 students' */
export const countedOf = (kind: ImportKind, count: number): string =>
  `${count} ${count === 1 ? kindLabels[kind].one : kindLabels[kind].many}`;

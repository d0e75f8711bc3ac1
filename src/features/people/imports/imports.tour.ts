import type { Tour } from '#kernel/contracts/tour.ts';
import { importPermission, mayImport } from './imports.policy.ts';
import { kindLabels } from './kinds/kind-labels.ts';

const begin = {
  title: 'Start here',
  text: 'Upload a list from Excel or another program. You see a preview first; nothing is saved until you confirm.',
};

const page = {
  version: 2,
  may: mayImport,
  href: '/imports',
} as const;
const andThen = 'Then open an import that has reached this step.';

export const importTours: Tour[] = [
  ...([undefined, 'employees', 'guardians', 'openings', 'results'] as const).map((kind): Tour => ({
    ...page,
    name: kind ? `imports/list-${kind}` : 'imports/list',
    page: 'imports/import-list',
    ...(kind && { path: `/imports/${kind}` }),
    may: [importPermission[kind ?? 'students']],
    href: kind ? `/imports/${kind}` : '/imports',
    title: kind ? `Imports: ${kindLabels[kind].many}` : 'Imports',
    about: `All imported files of ${kindLabels[kind ?? 'students'].many}.`,
    steps: [
      // The button is at the top once the list has rows.
      { at: 'page-action', ...begin },
      { at: 'empty-action', ...begin },
      {
        at: 'first-row',
        title: 'Every file stays in the list',
        text: 'Open a file to see its status. An unfinished import continues at the step where you left it, even tomorrow or on another computer.',
      },
      {
        at: 'page-title',
        title: 'Shared work',
        text: 'Colleagues with permission to import see this list too, so that nobody imports the same file twice by mistake.',
      },
    ],
  })),
  {
    ...page,
    name: 'imports/new',
    page: 'imports/import-new',
    title: 'Import, step 1: the file',
    about: 'Supported files.',
    href: '/imports/new',
    steps: [
      {
        at: 'upload',
        title: 'Drop the file here',
        text: 'Excel (.xlsx) or CSV. The first row must contain the column headings. They can be in any order, and you can skip columns in the next step.',
      },
      {
        at: 'form-actions',
        title: 'Nothing is saved yet',
        text: 'This step only reads the file. Next you map the columns to fields, and then you see every row with a problem.',
      },
    ],
  },
  {
    ...page,
    andThen,
    name: 'imports/columns',
    page: 'imports/import-columns',
    title: 'Import, step 2: the columns',
    about: 'Map each column of the file to a field.',
    steps: [
      {
        at: 'import-columns',
        title: 'Map the columns',
        text: 'The suggestions are based on the headings and values. Check the examples beside each column, and choose “Don’t import” for columns you don’t want.',
      },
      {
        at: 'import-dates',
        title: 'Dates',
        text: 'If 03/04/2015 can be read both ways, this says which one is meant and which value in the file shows it.',
      },
      {
        at: 'import-same',
        title: 'The same for all rows',
        text: 'If the file has no column for something that all rows share, such as the class arm, enter it here.',
      },
      {
        at: 'import-existing',
        title: 'Existing records',
        text: 'Choose what happens when a number already exists, or when a record has the same name and date of birth. By default, existing records are not changed.',
      },
      {
        at: 'import-words',
        title: 'Departments, religions and other lists',
        text: 'Values missing from your lists can be added or reported as problems. The check shows which they are.',
      },
      {
        at: 'form-actions',
        title: 'Check file',
        text: 'Every row is checked, and nothing is saved yet. You can return to this step at any time.',
      },
    ],
  },
  {
    ...page,
    andThen,
    name: 'imports/checked',
    page: 'imports/import-checked',
    title: 'Import, step 3: review and import',
    about: 'A preview, row by row.',
    steps: [
      {
        at: 'figures',
        title: 'Preview',
        text: 'The number of rows that are ready, that have a problem, and that already exist and will not be changed.',
      },
      {
        at: 'import-alike',
        title: 'Possible duplicates',
        text: 'Rows that resemble an existing record but have a different number. They are skipped unless you choose to update the record or add a new one, for all rows or row by row.',
      },
      {
        at: 'import-problems',
        title: 'Problem',
        text: 'Identical problems share one line. Choose once what a value means, or correct a cell, then check again. You don’t need a new file, and your choices are remembered for the next one.',
      },
      {
        at: 'import-preview',
        title: 'As it will be saved',
        text: 'The first rows with every value as it will be saved. Check names, dates and class arms before you import.',
      },
      {
        at: 'import-run',
        title: 'All rows, or valid rows only',
        text: '“All or nothing” imports the whole file or none of it. “Import valid rows only” imports the rows that are ready and lets you download the rest.',
      },
      {
        at: 'page-action',
        title: 'Change the columns',
        text: 'Go back, change the mapping and check the file again. You don’t have to upload it again.',
      },
    ],
  },
  {
    ...page,
    andThen,
    name: 'imports/progress',
    page: 'imports/import-progress',
    title: 'Import in progress',
    about: 'Runs in the background.',
    steps: [
      {
        at: 'import-progress',
        title: 'No need to wait',
        text: 'The import continues when you leave this page or close the window. You’ll find it in the list of imports.',
      },
    ],
  },
  {
    ...page,
    andThen,
    name: 'imports/end',
    page: 'imports/import-end',
    title: 'Import results',
    about: 'The result, and the rows that were not imported.',
    steps: [
      {
        at: 'figures',
        title: 'Result',
        text: 'The rows in the file, and how many were imported.',
      },
      {
        at: 'import-left',
        title: 'Skipped rows',
        text: 'Download them, fix the problems named in the last column, and import that file. Nobody is imported twice.',
      },
      {
        at: 'page-action',
        title: 'Review the records',
        text: 'Opens the list of imported people. Tick new students there to assign them to their {batches}.',
      },
    ],
  },
  ...(['students', 'employees'] as const).map((people): Tour => ({
    version: 1,
    name: `imports/photos-${people}`,
    page: 'imports/photos',
    path: `/${people}/photos`,
    may: [`${people}.edit`],
    href: `/${people}/photos`,
    title: `Photos of ${people}`,
    about: 'Upload many photos at once, matched by file name.',
    steps: [
      {
        at: 'page-action',
        title: 'Upload a whole class',
        text: 'Choose all photos in the folder. Each is matched to a person by the number in its file name.',
      },
      {
        at: 'photo-progress',
        title: 'No need to wait',
        text: 'The upload continues while you work on other pages in this window. You can retry failed photos, and photos without a match are listed at the top.',
      },
    ],
  })),
];

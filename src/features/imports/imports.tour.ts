import type { Tour } from '#features/help/tour.ts';
import type {} from '#features/students/students.policy.ts';

const begin = {
  title: 'Begin here',
  text: 'Upload a list from Excel or from another program. You see what would happen first; nothing is saved before you say so.',
};

const page = {
  version: 2,
  may: ['students.import', 'employees.import', 'guardians.import'],
  href: '/imports',
} as const;
const andThen = 'Then open an import that has come this far.';

export const importTours: Tour[] = [
  ...([undefined, 'employees', 'guardians'] as const).map((kind): Tour => ({
    ...page,
    name: kind ? `imports/list-${kind}` : 'imports/list',
    page: 'imports/import-list',
    ...(kind && { path: `/imports/${kind}` }),
    may: [`${kind ?? 'students'}.import`],
    href: kind ? `/imports/${kind}` : '/imports',
    title: kind ? `Imports of ${kind}` : 'Imports',
    about: `All files of ${kind ?? 'students'} that were brought in.`,
    steps: [
      // Where there is a list, the button is at the top.
      { at: 'page-action', ...begin },
      { at: 'empty-action', ...begin },
      {
        at: 'first-row',
        title: 'Every file stays in the list',
        text: 'Open it to see where it stands. An import that waits for you goes on at the step where you left it, also tomorrow or on another computer.',
      },
      {
        at: 'page-title',
        title: 'Shared work',
        text: 'Your colleagues who may import see this list too, so nobody brings in the same file twice without noticing.',
      },
    ],
  })),
  {
    ...page,
    name: 'imports/new',
    page: 'imports/import-new',
    title: 'Import, step 1: the file',
    about: 'What kind of file works.',
    href: '/imports/new',
    steps: [
      {
        at: 'upload',
        title: 'Drop the file here',
        text: 'Excel (.xlsx) or CSV, as it comes. Put the names of the columns into the first row; their order does not matter, and columns you do not need may stay.',
      },
      {
        at: 'form-actions',
        title: 'Nothing is saved yet',
        text: 'This only reads the file. In the next step you say what each column holds, and after that you see every row that has a problem.',
      },
    ],
  },
  {
    ...page,
    andThen,
    name: 'imports/columns',
    page: 'imports/import-columns',
    title: 'Import, step 2: the columns',
    about: 'Say what each column of the file holds.',
    steps: [
      {
        at: 'import-columns',
        title: 'What each column holds',
        text: 'We have guessed from the headings and the values. Look at the examples beside each, and choose “Leave out” for what you do not want.',
      },
      {
        at: 'import-existing',
        title: 'Who is here already',
        text: 'Decide what happens when a number exists, or when somebody with the same name and birthday does. To begin with, nobody is changed.',
      },
      {
        at: 'import-names',
        title: 'Names in capitals',
        text: 'With the box ticked, OKONKWO becomes Okonkwo. Names that are written with care are left alone.',
      },
      {
        at: 'import-words',
        title: 'Departments, religions and the like',
        text: 'Words that your lists do not have yet can join them, or be reported. After the check you see which they are.',
      },
      {
        at: 'form-actions',
        title: 'Have it checked',
        text: 'Every row is checked, and still nothing is saved. You can come back to this step as often as you like.',
      },
    ],
  },
  {
    ...page,
    andThen,
    name: 'imports/checked',
    page: 'imports/import-checked',
    title: 'Import, step 3: look, then import',
    about: 'What would happen, row by row.',
    steps: [
      {
        at: 'figures',
        title: 'What would happen',
        text: 'How many rows are ready, how many have a problem, and how many are here already and stay as they are.',
      },
      {
        at: 'import-alike',
        title: 'Do you have them already?',
        text: 'Rows that look like somebody you have, without the same number. They are skipped unless you choose to update the record or add them as new, for all or row by row.',
      },
      {
        at: 'import-problems',
        title: 'What to mend',
        text: 'Row and column as in your file, and what is wrong. “Download all” gives you those rows with the reason beside each: mend them in Excel and upload that file.',
      },
      {
        at: 'import-run',
        title: 'All, or the good ones',
        text: '“All or nothing” brings in the whole file or none of it. “Good rows only” brings in what is ready and keeps the rest for you.',
      },
      {
        at: 'page-action',
        title: 'A column was wrong',
        text: 'Go back, choose again and have the file checked once more. You need not upload it anew.',
      },
    ],
  },
  {
    ...page,
    andThen,
    name: 'imports/progress',
    page: 'imports/import-progress',
    title: 'Import, while it works',
    about: 'You need not wait.',
    steps: [
      {
        at: 'import-progress',
        title: 'You need not wait',
        text: 'The work goes on when you leave this page or close the window. Find it again in the list of imports.',
      },
    ],
  },
  {
    ...page,
    andThen,
    name: 'imports/end',
    page: 'imports/import-end',
    title: 'Import, the end',
    about: 'What came of it, and what is left.',
    steps: [
      {
        at: 'figures',
        title: 'What came of it',
        text: 'The rows of the file, and how many people they became.',
      },
      {
        at: 'import-left',
        title: 'The rows that were left out',
        text: 'Download them, mend what the last column says, and import that file. Who is in already is not imported twice.',
      },
      {
        at: 'page-action',
        title: 'Look at them',
        text: 'The list with those who came in. Of students, tick the new ones there and assign them to their {batches}.',
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
    about: 'Many pictures at once, matched by the names of their files.',
    steps: [
      {
        at: 'page-action',
        title: 'A whole class at once',
        text: 'Choose all pictures of the folder. Each is matched by its name, which is the number of the person, and sent by itself.',
      },
      {
        at: 'photo-progress',
        title: 'You need not wait',
        text: 'Sending goes on while you work on other pages of this window. What fails can be tried again, and what matches nobody is listed on top.',
      },
    ],
  })),
];

import type { Tour } from '#kernel/contracts/tour.ts';
import { maySeeStudents } from './students.policy.ts';

const all = ['students.view'] as const;
const others = ['students.view', 'students.viewOwn'] as const;

export const studentTours: Tour[] = [
  {
    name: 'students/list',
    page: 'students/student-list',
    version: 1,
    title: 'Students',
    about: 'Find students, filter the list and export it.',
    may: maySeeStudents,
    href: '/students',
    steps: [
      {
        at: 'list-search',
        title: 'Search',
        text: 'Type part of a surname, an admission number or a phone number. Accents are ignored: ade finds Adé. Press / to search.',
        may: others,
      },
      {
        at: 'filters',
        title: 'Filter the list',
        text: 'Choose a {batch}, or add another filter with + Filter. The address includes your filters, so you can bookmark it or share it.',
        may: all,
      },
      {
        at: 'page-title',
        title: 'Your own students',
        text: 'These are the students in your own {batches} and {courses}. When you are assigned to a {batch}, its students appear here automatically.',
        may: ['students.viewOwn'],
        unless: all,
      },
      {
        at: 'page-title',
        title: 'Welcome',
        text: 'Your own record, or your children’s records, as the school keeps them.',
        may: ['students.viewSelf'],
        unless: others,
      },
      {
        at: 'first-row',
        title: 'Open a record',
        text: 'Click anywhere on the row. On a keyboard, j and k move through the rows and Enter opens.',
        may: others,
      },
      {
        at: 'first-row',
        title: 'Open the record',
        text: 'Click the row to see contact details, and current and previous {classes}. If something is wrong, tell the school office.',
        may: ['students.viewSelf'],
        unless: others,
      },
      {
        at: 'help',
        title: 'Need help?',
        text: 'The question mark starts this tour again, here and on every other page.',
        may: ['students.viewSelf'],
        unless: others,
      },
      {
        at: 'select-all',
        title: 'Bulk actions',
        text: 'Select students to assign them to a {batch}. Shift-click selects all rows in between. The actions appear at the bottom.',
        may: ['students.assignBatch'],
      },
      {
        at: 'view-options',
        title: 'Columns',
        text: 'Choose columns and row height. This device remembers your choice.',
        may: others,
      },
      {
        at: 'page-more',
        title: 'Import and export',
        text: 'Import students from a spreadsheet, or export this filtered list as Excel or CSV.',
        may: ['students.import', 'students.export'],
      },
    ],
  },
  {
    name: 'students/batch-assignment',
    page: 'students/student-list',
    path: '/students/batch-assignment',
    version: 1,
    title: 'Assign students',
    about: 'Assign many students to a {batch} at once.',
    may: ['students.assignBatch'],
    href: '/students/batch-assignment',
    steps: [
      {
        at: 'filters',
        title: 'Find the students',
        text: 'Choose “Without {batch}” to list unassigned students, or choose a {class}.',
      },
      {
        at: 'select-all',
        title: 'Select them',
        text: 'This checkbox selects every row shown. To select a range, click one checkbox, then Shift-click another.',
      },
      {
        at: 'first-row',
        title: 'Choose a {batch}',
        text: 'When a row is selected, a bar appears at the bottom. Choose the {batch} there. You see its seats taken and its {courses}.',
      },
      {
        at: 'page-title',
        title: 'Undo',
        text: 'You can undo an assignment for ten seconds. After that, assign the students again. The record keeps both dates.',
      },
    ],
  },
  {
    name: 'students/record',
    page: 'students/student-profile',
    version: 2,
    title: 'A student’s record',
    about: 'Everything on record about a student, with the history of changes.',
    may: maySeeStudents,
    href: '/students',
    andThen: 'Then open any student.',
    steps: [
      {
        at: 'record-card',
        title: 'Overview',
        text: 'Name, number, status and {batch} at a glance. Click a phone number to call or an e-mail address to write.',
      },
      {
        at: 'tabs',
        title: 'Record sections',
        text: 'Each tab has its own link, so you can share it with a colleague. Every view of the Private tab is logged.',
      },
      {
        at: 'last-change',
        title: 'History',
        text: 'The History tab shows every change with the person, the time and the previous value.',
        may: ['audit.view', 'students.edit'],
      },
      {
        at: 'change-status',
        title: 'Suspend, withdraw, graduate',
        text: 'Each opens a short form that lists the consequences. Records are never deleted. Former students free their seats and can be readmitted.',
        may: ['students.changeStatus'],
      },
      {
        at: 'page-action',
        title: 'Edit the record',
        text: 'Opens the form with all fields. The history shows only the fields that you change.',
        may: ['students.edit'],
      },
      {
        at: 'page-more',
        title: 'Print the record',
        text: 'The record as a PDF on the school’s letterhead, with all the data that you can see.',
      },
    ],
  },
  {
    name: 'students/certificates',
    page: 'students/certificate-list',
    version: 1,
    title: 'Certificates',
    about: 'Issued transfer certificates, to reprint or void.',
    may: ['students.changeStatus'],
    href: '/students/certificates',
    steps: [
      {
        at: 'page-title',
        title: 'Numbers',
        text: 'A certificate is issued when you transfer a student out. Numbers are sequential and never reused, and a void certificate keeps its number.',
      },
      {
        at: 'filters',
        title: 'Find a certificate',
        text: 'Search by number or name, or filter by year. Print it from the menu of its row. The second print is marked as a duplicate.',
      },
    ],
  },
];

import type { Tour } from '#kernel/tour.ts';
import { maySeeStudents } from './students.policy.ts';

const all = ['students.view'] as const;
const others = ['students.view', 'students.viewOwn'] as const;

export const studentTours: Tour[] = [
  {
    name: 'students/list',
    page: 'students/student-list',
    version: 1,
    title: 'Students',
    about: 'Find a student, narrow the list, take it with you.',
    may: maySeeStudents,
    href: '/students',
    steps: [
      {
        at: 'list-search',
        title: 'Three letters are enough',
        text: 'Type part of a surname, an admission number or a phone number. Accents do not matter: ade finds Adé. The key / brings you here.',
        may: others,
      },
      {
        at: 'filters',
        title: 'Narrow the list',
        text: 'Choose a {batch}, or add another filter with + Filter. The address keeps your choice, so you can bookmark it or send it to a colleague.',
        may: all,
      },
      {
        at: 'page-title',
        title: 'Your own students',
        text: 'These are the students of the {batches} that you lead or teach. When a {batch} is given to you, its students appear here by themselves.',
        may: ['students.viewOwn'],
        unless: all,
      },
      {
        at: 'page-title',
        title: 'Welcome',
        text: 'Here is whoever you may look up in this school: your own record, or your children’s. What you see is what the school has written down.',
        may: ['students.viewSelf'],
        unless: others,
      },
      {
        at: 'first-row',
        title: 'Open a record',
        text: 'Press anywhere in the row. On a keyboard, j and k move through the rows and Enter opens.',
        may: others,
      },
      {
        at: 'first-row',
        title: 'Open the record',
        text: 'Press the row to see contact details, the {class} now and the ones before. If something is wrong, tell the school office.',
        may: ['students.viewSelf'],
        unless: others,
      },
      {
        at: 'help',
        title: 'Whenever you wonder',
        text: 'The question mark shows you around again, on this page and on every other.',
        may: ['students.viewSelf'],
        unless: others,
      },
      {
        at: 'select-all',
        title: 'Several at once',
        text: 'Tick students to assign them to a {batch}. Shift and a click tick all rows in between; the actions appear at the bottom.',
        may: ['students.assignBatch'],
      },
      {
        at: 'view-options',
        title: 'Your columns',
        text: 'Choose which columns you see and how close the rows stand. This device remembers it.',
        may: others,
      },
      {
        at: 'page-more',
        title: 'In and out',
        text: 'Bring in students from a spreadsheet, or download this list as you see it now, as Excel or CSV.',
        may: ['students.import', 'students.export'],
      },
    ],
  },
  {
    name: 'students/batch-assignment',
    page: 'students/student-list',
    path: '/students/batch-assignment',
    version: 1,
    title: 'Assigning students',
    about: 'Put students into a {batch}, many in one go.',
    may: ['students.assignBatch'],
    href: '/students/batch-assignment',
    steps: [
      {
        at: 'filters',
        title: 'First, whom',
        text: 'Choose “Without {batch}” to see who still needs a place, or a {class} to see all of it.',
      },
      {
        at: 'select-all',
        title: 'Tick them',
        text: 'This box ticks every row that is shown. For some of them, click one box, then another with Shift held: all in between are ticked.',
      },
      {
        at: 'first-row',
        title: 'Then, where to',
        text: 'As soon as one row is ticked, a bar appears at the bottom. Choose the {batch} there: it says how many places are taken and which {courses} are taught.',
      },
      {
        at: 'page-title',
        title: 'A mistake is no trouble',
        text: 'After you press the button you have ten seconds to take it back. Later you simply assign again: the record keeps both dates.',
      },
    ],
  },
  {
    name: 'students/record',
    page: 'students/student-profile',
    version: 2,
    title: 'A student’s record',
    about: 'What is known of one student, and who changed it.',
    may: maySeeStudents,
    href: '/students',
    andThen: 'Then open any student.',
    steps: [
      {
        at: 'record-card',
        title: 'Who this is',
        text: 'Name, number, state and {batch} at a glance. A phone number or an e-mail address can be pressed to call or write.',
      },
      {
        at: 'tabs',
        title: 'Record sections',
        text: 'Each part has its own address, so a colleague can be sent to exactly this one. Looking at the private part is written down.',
      },
      {
        at: 'last-change',
        title: 'Nothing gets lost',
        text: 'Each change is kept with name, time and the value before. The History part shows them all.',
        may: ['audit.view', 'students.edit'],
      },
      {
        at: 'change-status',
        title: 'Suspend, withdraw, graduate',
        text: 'Each opens a short form that says what will happen. Records are never deleted: who leaves frees the place and can be re-admitted.',
        may: ['students.changeStatus'],
      },
      {
        at: 'page-action',
        title: 'Put something right',
        text: 'Opens the form with all fields. Only what you change is written down as changed.',
        may: ['students.edit'],
      },
      {
        at: 'page-more',
        title: 'On paper',
        text: 'The whole record as a PDF on the school’s paper, with all that you may see of it.',
      },
    ],
  },
  {
    name: 'students/certificates',
    page: 'students/certificate-list',
    version: 1,
    title: 'Certificates',
    about: 'Transfer certificates that were issued, to print again or declare void.',
    may: ['students.changeStatus'],
    href: '/students/certificates',
    steps: [
      {
        at: 'page-title',
        title: 'Every number, once',
        text: 'A certificate is issued when you transfer a student out. Numbers count up without a gap; one that is void keeps its number.',
      },
      {
        at: 'filters',
        title: 'Find one again',
        text: 'Search by number or name, or show only those of a year. Behind the three dots of a row you print it: the second print says that it is a duplicate.',
      },
    ],
  },
];

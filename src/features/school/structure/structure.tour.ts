import type { Tour } from '#kernel/contracts/tour.ts';

const page = { version: 1, may: ['structure.view'] } as const;
const edit = ['structure.edit'] as const;

export const structureTours: Tour[] = [
  {
    ...page,
    name: 'structure/sessions',
    page: 'structure/session-list',
    title: 'Academic sessions',
    about: 'School years and their terms.',
    href: '/academic-sessions',
    steps: [
      {
        at: 'session-state',
        title: 'Current session',
        text: 'Pages show the current session unless you choose another. Closed sessions are read-only.',
      },
      {
        at: 'session-terms',
        title: 'Terms',
        text: 'The current term is highlighted. Point to a term to see its dates.',
      },
      {
        at: 'row-actions',
        title: 'Edit, close, reopen',
        text: 'Closing a session makes its {batches} and their {courses} read-only. You can reopen it. Both are recorded in the audit log.',
        may: edit,
      },
      {
        at: 'page-action',
        title: 'Prepare the next session',
        text: 'Add the session with its terms. Then copy last year’s {batches} to it under {Batches}.',
        may: edit,
      },
    ],
  },
  {
    ...page,
    name: 'structure/programs',
    page: 'structure/program-list',
    title: 'Programmes',
    about: 'The courses of study that applicants choose.',
    href: '/programs',
    steps: [
      {
        at: 'page-title',
        title: 'What is a programme?',
        text: 'A course of study that applicants choose, such as Junior Secondary or National Diploma Accountancy. {Classes} belong to a programme, {batches} to a {class}.',
      },
      {
        at: 'program-classes',
        title: 'Levels',
        text: 'The number of {classes}. Set their order under {Classes}.',
      },
      {
        at: 'program-fee',
        title: 'Application fee',
        text: 'The fee for an application, in the institution’s currency.',
      },
      {
        at: 'row-actions',
        title: 'Archive a programme',
        text: 'Archive a programme that is no longer offered. It accepts no applications, and its students’ records stay.',
        may: edit,
      },
    ],
  },
  {
    ...page,
    name: 'structure/classes',
    page: 'structure/class-list',
    title: '{Classes}',
    about: 'The levels of each programme, in order of promotion.',
    href: '/classes',
    steps: [
      {
        at: 'first-row',
        title: 'Levels',
        text: 'A {class} such as JSS 1 stays from year to year. Its {batches}, such as JSS 1 A, are added for each session.',
      },
      {
        at: 'class-next',
        title: 'Promotion',
        text: 'The {class} that students are promoted to at the end of the year. Students of a final class graduate.',
      },
      {
        at: 'class-order',
        title: 'Order',
        text: 'Use the arrows to move a {class} up or down within its programme.',
        may: edit,
      },
    ],
  },
  {
    ...page,
    name: 'structure/batches',
    page: 'structure/batch-list',
    title: '{Batches}',
    about: 'The arms of each {class} in a session, with their seats.',
    href: '/batches',
    steps: [
      {
        at: 'session-choice',
        title: 'Session',
        text: 'The list shows the current session. Choose another to look back or prepare the next one.',
      },
      {
        at: 'batch-fill',
        title: 'Seats',
        text: 'Students and seats. A full {batch} accepts no more students until you add seats.',
        may: ['students.view'],
      },
      {
        at: 'first-row',
        title: 'Open a {batch}',
        text: 'Its page shows its teachers, {courses} and students.',
      },
      {
        at: 'page-more',
        title: 'Copy to a new session',
        text: 'Copy last session’s {batches} to the new one, with teachers and {courses} if you like. You’ll see a preview first.',
        may: edit,
      },
    ],
  },
  {
    ...page,
    name: 'structure/batch',
    page: 'structure/batch',
    title: '{Batch} page',
    about: 'Its teachers, {courses} and seats.',
    href: '/batches',
    andThen: 'Then open any row.',
    steps: [
      {
        at: 'record-card',
        title: 'Overview',
        text: 'Its {class}, session, seats and {class} teachers.',
      },
      {
        at: 'batch-courses',
        title: '{Courses}',
        text: 'Each with its teacher. Teachers can view the students of the {batches} they teach.',
      },
      {
        at: 'batch-students',
        title: 'Students',
        text: 'Click a name to open the record. “View students” opens them as a list with filters and files.',
        may: ['students.view', 'students.viewOwn'],
      },
      {
        at: 'page-action',
        title: 'Edit',
        text: 'Change its name, seats or {class} teachers.',
        may: edit,
      },
      {
        at: 'page-more',
        title: 'Close',
        text: 'A closed {batch} accepts no more students; its current students stay. You can reopen it.',
        may: edit,
      },
    ],
  },
  {
    ...page,
    name: 'structure/courses',
    page: 'structure/course-list',
    title: '{Courses}',
    about: 'All {courses} that can be taught.',
    href: '/courses',
    steps: [
      {
        at: 'list-search',
        title: 'Search',
        text: 'Search by code, such as ENG, or by title.',
      },
      {
        at: 'course-batches',
        title: 'Where it’s taught',
        text: 'The number of {batches} in this session. Use + Filter to find {courses} that aren’t taught yet.',
      },
      {
        at: 'course-group',
        title: 'Compulsory or elective',
        text: 'A student takes one {course} from each elective group. {Courses} without a group are compulsory.',
      },
      {
        at: 'page-action',
        title: 'Add a {course}',
        text: 'Then offer it to each {batch} with a teacher. Next session it’s copied with the {batches}.',
        may: edit,
      },
    ],
  },
];

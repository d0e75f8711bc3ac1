import type { Tour } from '#kernel/tour.ts';

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
        title: 'One is current',
        text: 'Everything you open shows the current session, unless you choose another. A closed one can be read and no longer changed.',
      },
      {
        at: 'session-terms',
        title: 'Its terms',
        text: 'The current term stands out. Rest the mouse on a term to see its dates.',
      },
      {
        at: 'row-actions',
        title: 'Edit, close, reopen',
        text: 'Closing a year makes its {batches} and what they were taught read-only. It can be reopened; both are written in the audit log.',
        may: edit,
      },
      {
        at: 'page-action',
        title: 'The next year',
        text: 'Create the session with its terms. Then let last year’s {batches} be made anew for it, under Batches.',
        may: edit,
      },
    ],
  },
  {
    ...page,
    name: 'structure/programs',
    page: 'structure/program-list',
    title: 'Programs',
    about: 'What people apply for.',
    href: '/programs',
    steps: [
      {
        at: 'page-title',
        title: 'What is a program?',
        text: 'What somebody applies for, such as Junior Secondary or National Diploma Accountancy. {Classes} belong to a program, {batches} to a {class}.',
      },
      {
        at: 'program-classes',
        title: 'Its levels',
        text: 'How many {classes} it has, from the lowest to the highest. You order them under {Classes}.',
      },
      {
        at: 'program-fee',
        title: 'What it costs to apply',
        text: 'The fee for an application, in the institution’s currency.',
      },
      {
        at: 'row-actions',
        title: 'Retire, not delete',
        text: 'A program that is no longer offered is retired: nobody new can apply, and everything about its students stays.',
        may: edit,
      },
    ],
  },
  {
    ...page,
    name: 'structure/classes',
    page: 'structure/class-list',
    title: '{Classes}',
    about: 'The levels of each program, in order of promotion.',
    href: '/classes',
    steps: [
      {
        at: 'first-row',
        title: 'A level, not a room',
        text: 'A {class} such as JSS 1 stays from year to year. The {batches} in it, such as JSS 1 A, are made for each session.',
      },
      {
        at: 'class-next',
        title: 'Where students go next',
        text: 'At the end of the year students are promoted along this line. “Last” is where they graduate.',
      },
      {
        at: 'class-order',
        title: 'Put them in order',
        text: 'The arrows move a {class} up or down within its program.',
        may: edit,
      },
    ],
  },
  {
    ...page,
    name: 'structure/batches',
    page: 'structure/batch-list',
    title: '{Batches}',
    about: 'The arms of each {class} in a session, and how full they are.',
    href: '/batches',
    steps: [
      {
        at: 'session-choice',
        title: 'Of which session',
        text: 'You see those of the current session. Choose another to look back, or to prepare the next.',
      },
      {
        at: 'batch-fill',
        title: 'How full they are',
        text: 'Students and places. A full one takes no more students until you raise its number of places.',
        may: ['students.view'],
      },
      {
        at: 'first-row',
        title: 'Open one',
        text: 'Its page has the teachers, what is taught there and by whom, and the way to its students.',
      },
      {
        at: 'page-more',
        title: 'Once a year',
        text: '“Make for a session” makes all of last session’s for the new one, with teachers and {courses} if you like. You see the list before anything is created.',
        may: edit,
      },
    ],
  },
  {
    ...page,
    name: 'structure/batch',
    page: 'structure/batch',
    title: 'One {batch}',
    about: 'Who teaches it, what it is taught, how full it is.',
    href: '/batches',
    andThen: 'Then open any row.',
    steps: [
      {
        at: 'record-card',
        title: 'At a glance',
        text: 'Its {class}, session, places and {class} teachers. “Show students” leads to the list of who is in it, where you may see them.',
      },
      {
        at: 'batch-courses',
        title: 'What is taught here',
        text: 'Each with its teacher. Whoever teaches here sees the students of this {batch}.',
      },
      {
        at: 'page-action',
        title: 'Name, places, teachers',
        text: 'Rename it, change the number of places, or choose other {class} teachers.',
        may: edit,
      },
      {
        at: 'page-more',
        title: 'Close it',
        text: 'A closed one takes no further students; who is in it stays. You can reopen it.',
        may: edit,
      },
    ],
  },
  {
    ...page,
    name: 'structure/courses',
    page: 'structure/course-list',
    title: '{Courses}',
    about: 'Everything that can be taught.',
    href: '/courses',
    steps: [
      {
        at: 'list-search',
        title: 'By code or title',
        text: 'Type ENG or part of the title.',
      },
      {
        at: 'course-batches',
        title: 'Where it is taught',
        text: 'In how many {batches} of this session. With + Filter you see what is not taught anywhere yet.',
      },
      {
        at: 'course-group',
        title: 'Compulsory or a choice',
        text: 'Of those with the same elective group a student takes one. Without a group it is for everybody.',
      },
      {
        at: 'page-action',
        title: 'Create it once',
        text: 'Then offer it on the page of each {batch} with a teacher; next session it comes along with the {batches}.',
        may: edit,
      },
    ],
  },
];

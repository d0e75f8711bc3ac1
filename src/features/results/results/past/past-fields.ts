import { groupOfField } from '#features/people/students/form/student-fields.ts';
import { studentGroups } from '#features/people/students/students.policy.ts';
import { decimals } from '#features/results/assessment/hundredths.ts';
import { quote } from '#features/people/imports/engine/clean.ts';
import type { Fields, PersonRecord, Roster } from '#features/people/imports/engine/field.ts';
import type { Read } from '#features/people/imports/engine/read-value.ts';
import { readCode, readHundredths, readSession, readTerm, readWhole } from './read-past.ts';

/** The heading is enough: a value that is wrong is a problem, and must not be left out without a word. */
const isMeant = () => true;

const hundredths = (key: string, what: string, most: number, places: 2 | 3 = 2) => ({
  read: (value: string): Read<number> => readHundredths(value, what, most, places),
  shown: (record: PersonRecord) => (typeof record[key] === 'number' ? decimals(record[key]) : ''),
  fits: isMeant,
});

/** The columns of a file with results of past years: a row a course. */
const fields: Fields = {
  admissionNumber: {
    label: 'Admission number',
    max: 40,
    isRequired: true,
    synonyms: [
      'admissionnumber',
      'admissionno',
      'admno',
      'matricnumber',
      'matricno',
      'regnumber',
      'regno',
      'studentid',
    ],
  },
  name: {
    label: 'Name (compared)',
    max: 300,
    synonyms: ['name', 'fullname', 'studentname', 'nameofstudent', 'surname'],
    note: 'Not imported. A row whose name is not that of the student with the admission number is reported.',
  },
  session: {
    label: 'Session',
    isRequired: true,
    synonyms: ['session', 'academicsession', 'academicyear', 'schoolyear', 'year'],
    read: readSession,
    fits: isMeant,
    note: 'As 2021/2022.',
  },
  term: {
    label: 'Term',
    isRequired: true,
    synonyms: ['term', 'semester'],
    read: readTerm,
    fits: isMeant,
    note: 'First, Second or Third, or 1, 2 or 3.',
  },
  className: { label: 'Class', max: 120, synonyms: ['class', 'classname', 'level', 'classarm', 'batch'] },
  code: {
    label: 'Course code',
    isRequired: true,
    synonyms: ['coursecode', 'subjectcode', 'code'],
    read: readCode,
    fits: isMeant,
    note: 'The same code in two terms is the same course.',
  },
  title: {
    label: 'Course title',
    max: 160,
    isRequired: true,
    synonyms: ['coursetitle', 'subjecttitle', 'title', 'course', 'subject', 'coursename', 'subjectname'],
  },
  units: {
    label: 'Units',
    synonyms: ['units', 'unit', 'creditunits', 'creditunit', 'credit', 'credits', 'cu'],
    read: (value) => readWhole(value, 'The units', 60),
    fits: isMeant,
    note: 'For colleges: terms with units have grade points.',
  },
  total: {
    label: 'Total',
    synonyms: ['total', 'totalscore', 'score', 'mark', 'marks'],
    ...hundredths('total', 'A total', 10_000),
  },
  grade: { label: 'Grade', max: 10, synonyms: ['grade', 'lettergrade'] },
  points: {
    label: 'Grade point',
    synonyms: ['gradepoint', 'gradepoints', 'point', 'points', 'gp'],
    ...hundredths('points', 'A grade point', 1000, 3),
    note: 'Left blank, the point of the grade in the scale.',
  },
  scale: {
    label: 'Grading scale',
    max: 80,
    synonyms: ['gradingscale', 'scale'],
    note: 'The name of one of the school’s scales. Only needed if it has several.',
  },
  average: {
    label: 'Term average',
    synonyms: ['termaverage', 'average', 'avg', 'mean'],
    ...hundredths('average', 'An average', 10_000),
    note: 'Of the term, the same in all its rows. Left blank, the mean of the totals.',
  },
  rank: {
    label: 'Position',
    synonyms: ['position', 'rank', 'classposition'],
    read: (value) => readWhole(value.replace(/(st|nd|rd|th)$/i, ''), 'The position', 100_000, 1),
    fits: isMeant,
  },
  rankOf: {
    label: 'Out of',
    synonyms: ['outof', 'numberinclass', 'classsize', 'of'],
    read: (value) => readWhole(value, 'The number in class', 100_000, 1),
    fits: isMeant,
  },
};

export const pastRoster: Roster = {
  one: 'past result',
  many: 'past results',
  fields,
  prefix: /^(?:the)?(?:student|pupil|learner|child)s?/,
  doubts: { own: /^(course|subject|total|grade|semester|term|score)/, others: [] },
  computed: {},
  understand(texts, _, { session, term, total, rank, rankOf }, add) {
    for (const key of ['admissionNumber', 'session', 'term', 'code', 'title'])
      if (!texts[key]) add(key, `${fields[key]!.label} is missing.`);
    if (texts['title'] === undefined && !texts['code']) add('title', 'The course title is missing.');
    if (!texts['total'] && !texts['grade'])
      add('total', 'Enter the total or the grade. A course without a result is left out of the file.');
    if (rank !== null && rankOf !== null && Number(rank) > Number(rankOf))
      add('rank', `${quote(texts['rank'] ?? '')} is beyond the number in class.`);
    return { ...(session as object | null), ...(term as object | null), total };
  },
};

export const pastGroups = { groups: studentGroups, groupOf: groupOfField };

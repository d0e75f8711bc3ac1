import type { RelationKind } from '../../draft/relations.ts';
import type { RuleKind } from './rule-kind.ts';

/** Rules about lessons of several sets. */
export const relationRules = {
  neverTogether: {
    title: 'Several lessons are never at the same time',
    about: 'For example lessons that need the same projector.',
    subjects: ['lessons'],
  },
  startTogether: {
    title: 'Several lessons begin at the same time',
    about: 'Electives of one class are better a parallel block of lessons.',
    subjects: ['lessons'],
  },
  sameDay: {
    title: 'Several lessons are on the same day',
    about: 'For example a lecture and its practical.',
    subjects: ['lessons'],
  },
  daysApart: {
    title: 'Several lessons are at least {n} days apart',
    about: 'Lessons of different subjects, or of different teachers, that count as one: 1 means on different days.',
    subjects: ['lessons'],
    number: { label: 'Days from one to the next', from: 1, to: 3 },
  },
  inOrder: {
    title: 'Some lessons come before others in the week',
    about: 'For example the lecture before its practical.',
    subjects: ['pair'],
  },
  oneAfterOther: {
    title: 'Some lessons follow directly after others',
    about: 'On the same day, without another lesson between them.',
    subjects: ['pair'],
  },
  sideBySide: {
    title: 'Two lessons are directly before or after each other',
    about: 'On the same day, in any order.',
    subjects: ['pair'],
  },
} as const satisfies Record<RelationKind, RuleKind>;

import type { RelationKind } from '../../draft/draft.ts';

/** Rules about lessons of several sets. */
const relationRules = {
  neverTogether: {
    title: 'Several lessons are never at the same time',
    about: 'For example lessons that need the same projector.',
    subjects: ['lessons'],
  },
  startTogether: {
    title: 'Several lessons begin at the same time',
    about: 'For electives of one class, use a parallel block of lessons instead.',
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
    title: 'Two lessons are next to each other',
    about: 'On the same day, in any order.',
    subjects: ['pair'],
  },
} as const satisfies Record<RelationKind, RuleKind>;

/** What the engine can keep to. The keys are the kinds in the table. */
export const ruleKinds = {
  studentsMostGaps: {
    title: '{batches} have at most {n} free periods between lessons a week',
    about: 'Free periods before the first and after the last lesson of a day do not count.',
    subjects: ['everybody', 'batch'],
    number: { label: 'Free periods a week', from: 0, to: 30 },
    isAlwaysHard: true,
    usual: { weight: 100, number: 0 },
  },
  studentsStartEarly: {
    title: '{batches} start later than the first period on at most {n} days',
    about: 'On the other days their lessons begin with the first period.',
    subjects: ['everybody', 'batch'],
    number: { label: 'Days a week', from: 0, to: 7 },
    isAlwaysHard: true,
    usual: { weight: 100, number: 0 },
  },
  minDaysBetween: {
    title: 'Lessons of a subject are at least {n} days apart',
    about: '1: not twice on a day, except where there are more lessons than days. Those are then in a row.',
    subjects: ['everybody', 'course', 'lesson'],
    number: { label: 'Days from one to the next', from: 1, to: 3 },
    usual: { weight: 95, number: 1 },
  },
  teachersMostADay: {
    title: 'Teachers have at most {n} periods a day',
    about: 'Limits set for individual teachers in the timetable also apply.',
    subjects: ['everybody', 'teacher'],
    number: { label: 'Periods a day', from: 1, to: 30 },
    usual: { weight: 90, number: 6 },
  },
  teachersMostInRow: {
    title: 'Teachers have at most {n} periods in a row',
    about: 'Breaks do not interrupt the row.',
    subjects: ['everybody', 'teacher'],
    number: { label: 'Periods in a row', from: 1, to: 30 },
  },
  teachersFewestADay: {
    title: 'Teachers have at least {n} periods on days they teach',
    about: 'Days without lessons are allowed.',
    subjects: ['everybody', 'teacher'],
    number: { label: 'Periods a day', from: 2, to: 30 },
    isAlwaysHard: true,
  },
  teachersMostGaps: {
    title: 'Teachers have at most {n} free periods between lessons a week',
    about: 'A small number makes a timetable much harder to find.',
    subjects: ['everybody', 'teacher'],
    number: { label: 'Free periods a week', from: 0, to: 30 },
    isAlwaysHard: true,
  },
  teachersMostDays: {
    title: 'Teachers teach on at most {n} days a week',
    about: 'For part-time teachers.',
    subjects: ['everybody', 'teacher'],
    number: { label: 'Days a week', from: 1, to: 7 },
    isAlwaysHard: true,
  },
  studentsMostADay: {
    title: '{batches} have at most {n} periods a day',
    about: 'Spreads lessons over the week.',
    subjects: ['everybody', 'batch'],
    number: { label: 'Periods a day', from: 1, to: 30 },
  },
  studentsFewestADay: {
    title: '{batches} have at least {n} periods a day',
    about: 'No day is nearly empty.',
    subjects: ['everybody', 'batch'],
    number: { label: 'Periods a day', from: 2, to: 30 },
    isAlwaysHard: true,
  },
  preferredTimes: {
    title: 'Lessons must fall in chosen periods',
    about: 'For example mathematics in the morning.',
    subjects: ['course', 'batch', 'teacher', 'lesson'],
    hasTimes: true,
  },
  lastOfDay: {
    title: 'Lessons are the last of the day',
    about: 'For example games.',
    subjects: ['course', 'lesson'],
    isAlwaysHard: true,
  },
  ...relationRules,
} as const satisfies Record<string, RuleKind>;

export type RuleKindName = keyof typeof ruleKinds;
export const isRuleKind = (kind: string): kind is RuleKindName => Object.hasOwn(ruleKinds, kind);
export const isAboutSeveral = (kind: RuleKindName): boolean =>
  ruleKinds[kind].subjects.some((subject) => subject === 'pair' || subject === 'lessons');
export const kindOf = (kind: RuleKindName): RuleKind => ruleKinds[kind];

/** A rule as the table has it; of everybody without an id. */
export interface Rule {
  kind: RuleKindName;
  weight: number;
  teacherId: number | null;
  batchId: number | null;
  courseId: number | null;
  setId: number | null;
  /** Lessons that it relates with each other, in its order. */
  setIds: number[];
  number: number | null;
  /** Weekday and period. */
  times: [number, number][];
  isActive: boolean;
}

export const isOfEverybody = ({
  teacherId,
  batchId,
  courseId,
  setId,
  setIds,
}: Pick<Rule, 'teacherId' | 'batchId' | 'courseId' | 'setId' | 'setIds'>): boolean =>
  setIds.length === 0 && [teacherId, batchId, courseId, setId].every((id) => id === null);

const nobody = { teacherId: null, batchId: null, courseId: null, setId: null, setIds: [] };

/** A rule about several lessons of which all but one were deleted says nothing any more. */
const saysSomething = ({ kind, setIds }: Rule): boolean => !isAboutSeveral(kind) || setIds.length > 1;

/** The usual rules that nobody has changed or turned off. */
export const usualRules = (rules: readonly Rule[]): Rule[] =>
  (Object.keys(ruleKinds) as RuleKindName[]).flatMap((kind) => {
    const { usual } = kindOf(kind);
    if (!usual || rules.some((rule) => rule.kind === kind && isOfEverybody(rule))) return [];
    return [{ kind, ...nobody, weight: usual.weight, number: usual.number ?? null, times: [], isActive: true }];
  });

/** What applies: the school's own rules, and the usual ones. */
export const rulesInForce = (rules: readonly Rule[]): Rule[] =>
  [...usualRules(rules), ...rules].filter((rule) => rule.isActive && saysSomething(rule));

/** Whom a rule is about; everybody where there is no id. A pair has an order: the first lessons and the second ones. */
export type RuleSubject = 'everybody' | 'batch' | 'teacher' | 'course' | 'lesson' | 'pair' | 'lessons';

interface RuleKind {
  /** What it asks for, with its number in it: `{n}`. */
  title: string;
  about: string;
  subjects: readonly RuleSubject[];
  number?: { label: string; from: number; to: number };
  /** It names periods of the week. */
  hasTimes?: true;
  /** FET knows it only as a rule that must be kept. */
  isAlwaysHard?: true;
  /** How it applies to everybody until somebody changes it. */
  usual?: { weight: number; number?: number };
}

/** 'JSS 1 A have at most 0 free periods between lessons a week'. */
export const ruleTitle = (kind: RuleKindName, number: number | null, batches: string): string =>
  kindOf(kind)
    .title.replace('{batches}', batches)
    .replace('{n}', number === null ? '…' : String(number));

export const weightLabel = (weight: number): string => (weight === 100 ? 'Mandatory' : `Preference, weight ${weight}`);

/** What a form was opened with, to see that nobody has changed the rule since. */
export const ruleState = ({ weight, number, isActive }: Pick<Rule, 'weight' | 'number' | 'isActive'>): string =>
  `${weight} ${number ?? '-'} ${isActive}`;

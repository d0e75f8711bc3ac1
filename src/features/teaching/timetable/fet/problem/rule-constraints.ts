import type { DraftLesson, DraftSet, RelationKind } from '../../draft/draft.ts';
import { type FetConstraint, leaf } from '../format/fet-problem.ts';
import type { Element } from '../format/read-xml.ts';
import { isOfEverybody, kindOf, rulesInForce, type Rule, type RuleKindName } from '../rules/rule-kinds.ts';
import { type Terms, constraint, preferredSlots, slotList, lessonsBySet } from './terms.ts';

/** Parts of a set that are numbered at most. */
const parts = 20;

/**
 * The number of a lesson's part in a file. It can be read back at any time, whatever was added or removed meanwhile, and
 * fits FET's numbers.
 */
export const activityId = (lessonId: number, part: number): number => lessonInFet(lessonId) * parts + part;

/** FET's numbers have 31 bits: a prime keeps lessons of several installations apart. */
export const lessonInFet = (lessonId: number): number => lessonId % 99_999_989;

/** The lesson as `lessonInFet` numbers it. */
export const lessonOfActivity = (id: number): { lessonId: number; part: number } => ({
  lessonId: Math.floor(id / parts),
  part: id % parts,
});

/** What FET calls a rule about several lessons, and how it names them. */
export const relationKinds: Record<RelationKind, { fet: string; by: 'all' | 'each' | 'pair' }> = {
  neverTogether: { fet: 'ConstraintActivitiesNotOverlapping', by: 'all' },
  daysApart: { fet: 'ConstraintMinDaysBetweenActivities', by: 'all' },
  startTogether: { fet: 'ConstraintActivitiesSameStartingTime', by: 'each' },
  sameDay: { fet: 'ConstraintActivitiesSameStartingDay', by: 'each' },
  inOrder: { fet: 'ConstraintTwoActivitiesOrdered', by: 'pair' },
  oneAfterOther: { fet: 'ConstraintTwoActivitiesConsecutive', by: 'pair' },
  sideBySide: { fet: 'ConstraintTwoActivitiesGrouped', by: 'pair' },
};

/** `all` relates all lessons with each other; otherwise each lesson of a set has one partner in each of the others. */
function relationConstraints(kind: RelationKind, { draft }: Terms, rule: Rule): FetConstraint[] {
  const bySet = lessonsBySet(draft);
  const sets = rule.setIds.flatMap((id) => {
    const lessons = bySet.get(id);
    return lessons ? [lessons.toSorted((one, other) => one.length - other.length || one.id - other.id)] : [];
  });
  if (sets.length < 2) return [];
  const { fet, by } = relationKinds[kind];
  if (by === 'all') {
    const lessons = sets.flat();
    const days = rule.number ?? 1;
    const isTight = kind === 'daysApart' && (lessons.length - 1) * days >= draft.days.length;
    return [
      constraint(fet, isTight ? Math.min(rule.weight, 95) : rule.weight, [
        ...(kind === 'daysApart' ? [leaf('Consecutive_If_Same_Day', true)] : []),
        ...listed(lessons),
        ...(kind === 'daysApart' ? [leaf('MinDays', days)] : []),
      ]),
    ];
  }
  const rows = Array.from({ length: Math.min(...sets.map(({ length }) => length)) }, (_, at) =>
    sets.map((lessons) => lessons[at]!),
  );
  return rows.map((row) =>
    constraint(
      fet,
      rule.weight,
      by === 'each'
        ? listed(row)
        : ['First_Activity_Id', 'Second_Activity_Id'].map((name, at) => leaf(name, activityId(row[at]!.id, 0))),
    ),
  );
}

const listed = (lessons: readonly DraftLesson[]): Element[] => [
  leaf('Number_of_Activities', lessons.length),
  ...lessons.map(({ id }) => leaf('Activity_Id', activityId(id, 0))),
];

type RelationConstraintsWriter = (terms: Terms, rule: Rule) => FetConstraint[];

const relationWriters = Object.fromEntries(
  (Object.keys(relationKinds) as RelationKind[]).map((kind): [RelationKind, RelationConstraintsWriter] => [
    kind,
    (terms, rule) => relationConstraints(kind, terms, rule),
  ]),
) as Record<RelationKind, RelationConstraintsWriter>;

/** Rules as FET has them. */
export const ruleConstraints = (terms: Terms, rules: readonly Rule[]): FetConstraint[] =>
  rulesInForce(rules).flatMap((rule) => writers[rule.kind](terms, { ...rule, weight: weightOf(rule) }, rules));

const weightOf = ({ kind, weight }: Rule): number => (kindOf(kind).isAlwaysHard ? 100 : weight);

type Writer = (terms: Terms, rule: Rule, all: readonly Rule[]) => FetConstraint[];

/**
 * Constraints that FET has for all students and for one set of them. It would keep to both, so where some have a rule of
 * their own, that of everybody is written for each of the others.
 */
const ofStudents =
  (kind: string, value: string, more: Element[] = []): Writer =>
  ({ draft, students }, rule, all) => {
    const { weight, number } = rule;
    if (rule.batchId === null && !hasOwn(all, rule))
      return [constraint(`ConstraintStudents${kind}`, weight, [leaf(value, number ?? 0), ...more])];
    return those(all, rule, 'batchId', draft.batches).flatMap((id) =>
      students.name(id) === ''
        ? []
        : constraint(`ConstraintStudentsSet${kind}`, weight, [
            leaf(value, number ?? 0),
            leaf('Students', students.name(id)),
            ...more,
          ]),
    );
  };

/** The same for teachers. */
const ofTeachers =
  (kind: string, value: string, more: Element[] = []): Writer =>
  ({ draft, teachers }, rule, all) => {
    const { weight, number } = rule;
    if (rule.teacherId === null && !hasOwn(all, rule))
      return [constraint(`ConstraintTeachers${kind}`, weight, [leaf(value, number ?? 0), ...more])];
    return those(all, rule, 'teacherId', draft.teachers).flatMap((id) =>
      teachers.has(id)
        ? constraint(`ConstraintTeacher${kind}`, weight, [
            leaf('Teacher_Name', teachers.get(id)!),
            leaf(value, number ?? 0),
            ...more,
          ])
        : [],
    );
  };

const hasOwn = (all: readonly Rule[], { kind }: Rule): boolean =>
  all.some((one) => one.kind === kind && one.isActive && !isOfEverybody(one));

/** The one that a rule is about, or everybody without a rule of the kind. */
function those(all: readonly Rule[], rule: Rule, by: 'batchId' | 'teacherId', everybody: { id: number }[]): number[] {
  const one = rule[by];
  if (one !== null) return [one];
  const own = new Set(all.flatMap((other) => (other.kind === rule.kind && other.isActive ? (other[by] ?? []) : [])));
  return everybody.map(({ id }) => id).filter((id) => !own.has(id));
}

const emptyDays = [leaf('Allow_Empty_Days', true)];

const writers: Record<RuleKindName, Writer> = {
  studentsMostGaps: ofStudents('MaxGapsPerWeek', 'Max_Gaps'),
  studentsStartEarly: ofStudents('EarlyMaxBeginningsAtSecondHour', 'Max_Beginnings_At_Second_Hour'),
  studentsMostADay: ofStudents('MaxHoursDaily', 'Maximum_Hours_Daily'),
  studentsFewestADay: ofStudents('MinHoursDaily', 'Minimum_Hours_Daily', emptyDays),
  teachersMostADay: ofTeachers('MaxHoursDaily', 'Maximum_Hours_Daily'),
  teachersMostInRow: ofTeachers('MaxHoursContinuously', 'Maximum_Hours_Continuously'),
  teachersFewestADay: ofTeachers('MinHoursDaily', 'Minimum_Hours_Daily', emptyDays),
  teachersMostGaps: ofTeachers('MaxGapsPerWeek', 'Max_Gaps'),
  teachersMostDays: ofTeachers('MaxDaysPerWeek', 'Max_Days_Per_Week'),
  minDaysBetween: daysApart,
  preferredTimes: inTimes,
  lastOfDay: atTheEnd,
  ...relationWriters,
};

const isAbout = (set: DraftSet, { courseId, setId }: Rule): boolean =>
  setId === null
    ? courseId === null || set.parts.some((part) => part.courses.some((one) => one.courseId === courseId))
    : setId === set.id;

/** Of several rules about the same lessons, the most particular one. */
function daysApart({ draft }: Terms, rule: Rule, all: readonly Rule[]): FetConstraint[] {
  const rank = (one: Rule) => (one.setId !== null ? 2 : one.courseId !== null ? 1 : 0);
  const others = all.filter((one) => one.kind === rule.kind && rank(one) > rank(rule));
  const bySet = Map.groupBy(draft.lessons, ({ setId }) => setId);
  return draft.sets.flatMap((set) => {
    const lessons = bySet.get(set.id) ?? [];
    if (lessons.length < 2 || !isAbout(set, rule) || others.some((one) => isAbout(set, one))) return [];
    const days = rule.number ?? 1;
    // More lessons than days that far apart: FET would say that it is impossible.
    const isTight = (lessons.length - 1) * days >= draft.days.length;
    return minDays(lessons, days, isTight ? Math.min(rule.weight, 95) : rule.weight);
  });
}

const minDays = (lessons: readonly DraftLesson[], days: number, weight: number): FetConstraint =>
  constraint('ConstraintMinDaysBetweenActivities', weight, [
    leaf('Consecutive_If_Same_Day', true),
    leaf('Number_of_Activities', lessons.length),
    ...lessons.map(({ id }) => leaf('Activity_Id', activityId(id, 0))),
    leaf('MinDays', days),
  ]);

function inTimes(terms: Terms, { weight, times, teacherId, batchId, courseId, setId }: Rule): FetConstraint[] {
  const { draft, students, teachers, slots, subjectOf } = terms;
  const chosen = slots.filter((slot) => times.some(([day, period]) => day === slot.weekday && period === slot.period));
  if (chosen.length === 0) return [];
  if (teacherId !== null)
    return teachers.has(teacherId) ? [preferredSlots(weight, { teacher: teachers.get(teacherId)! }, chosen)] : [];
  if (batchId !== null) return [preferredSlots(weight, { students: students.name(batchId) }, chosen)];
  if (courseId !== null) {
    const parts = draft.sets
      .flatMap((set) => set.parts)
      .filter((part) => part.courses.some((one) => one.courseId === courseId));
    return [...new Set(parts.map(subjectOf))].map((subject) => preferredSlots(weight, { subject }, chosen));
  }
  return draft.lessons
    .filter((lesson) => lesson.setId === setId)
    .map(({ id }) =>
      constraint('ConstraintActivityPreferredTimeSlots', weight, [
        leaf('Activity_Id', activityId(id, 0)),
        ...slotList(chosen, 'Preferred_Time_Slot', 'Preferred_', 'Number_of_Preferred_Time_Slots'),
      ]),
    );
}

function atTheEnd({ draft }: Terms, rule: Rule): FetConstraint[] {
  const sets = new Set(draft.sets.flatMap((set) => (isAbout(set, rule) ? set.id : [])));
  return draft.lessons.flatMap(({ id, setId }) =>
    sets.has(setId)
      ? constraint('ConstraintActivityEndsStudentsDay', rule.weight, [leaf('Activity_Id', activityId(id, 0))])
      : [],
  );
}

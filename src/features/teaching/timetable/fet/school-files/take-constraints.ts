import { relationOf, takeRelations, type LessonPlace } from './take-relations.ts';
import { withoutUsual, type ImportedRules, type TakenRule, type TakenTime } from './imported-rules.ts';
import { numberOf, slotsOf, valueOf, valuesOf, type FetConstraint, type FetProblem } from '../format/fet-problem.ts';
import type { DraftPlan, NameMap } from './plan-draft.ts';
import { kindOf, type RuleKindName } from '../rules/rule-kinds.ts';

/** A rule with a number of all teachers or students, or of one. */
const ruleOf =
  (kind: RuleKindName, value: string, by?: 'teacher' | 'students'): Take =>
  (one, { names, taken }) => {
    const { from, to } = kindOf(kind).number!;
    const number = numberOf(one, value);
    if (!Number.isInteger(number) || number < from || number > to || one.weight <= 0) return;
    const rule = { kind, weight: one.weight, number };
    if (!by) taken.rules.push(rule);
    else if (by === 'teacher') {
      const teacherId = names.teachers.get(valueOf(one, 'Teacher_Name', 'Teacher'));
      if (teacherId !== undefined) taken.rules.push({ ...rule, teacherId });
    } else for (const batchId of wholeBatches(one, names)) taken.rules.push({ ...rule, batchId });
  };

const wholeBatches = (one: FetConstraint, { batches }: NameMap): readonly number[] =>
  batches.get(valueOf(one, 'Students')) ?? [];

/** Limits of teachers and students. */
const numberRules: Record<string, Take> = {
  ConstraintTeachersMaxHoursDaily: ruleOf('teachersMostADay', 'Maximum_Hours_Daily'),
  ConstraintTeacherMaxHoursDaily: ruleOf('teachersMostADay', 'Maximum_Hours_Daily', 'teacher'),
  ConstraintTeachersMaxHoursContinuously: ruleOf('teachersMostInRow', 'Maximum_Hours_Continuously'),
  ConstraintTeacherMaxHoursContinuously: ruleOf('teachersMostInRow', 'Maximum_Hours_Continuously', 'teacher'),
  ConstraintTeachersMinHoursDaily: ruleOf('teachersFewestADay', 'Minimum_Hours_Daily'),
  ConstraintTeacherMinHoursDaily: ruleOf('teachersFewestADay', 'Minimum_Hours_Daily', 'teacher'),
  ConstraintTeachersMaxGapsPerWeek: ruleOf('teachersMostGaps', 'Max_Gaps'),
  ConstraintTeacherMaxGapsPerWeek: ruleOf('teachersMostGaps', 'Max_Gaps', 'teacher'),
  ConstraintTeachersMaxDaysPerWeek: ruleOf('teachersMostDays', 'Max_Days_Per_Week'),
  ConstraintTeacherMaxDaysPerWeek: ruleOf('teachersMostDays', 'Max_Days_Per_Week', 'teacher'),
  ConstraintStudentsMaxGapsPerWeek: ruleOf('studentsMostGaps', 'Max_Gaps'),
  ConstraintStudentsSetMaxGapsPerWeek: ruleOf('studentsMostGaps', 'Max_Gaps', 'students'),
  ConstraintStudentsEarlyMaxBeginningsAtSecondHour: ruleOf('studentsStartEarly', 'Max_Beginnings_At_Second_Hour'),
  ConstraintStudentsSetEarlyMaxBeginningsAtSecondHour: ruleOf(
    'studentsStartEarly',
    'Max_Beginnings_At_Second_Hour',
    'students',
  ),
  ConstraintStudentsMaxHoursDaily: ruleOf('studentsMostADay', 'Maximum_Hours_Daily'),
  ConstraintStudentsSetMaxHoursDaily: ruleOf('studentsMostADay', 'Maximum_Hours_Daily', 'students'),
  ConstraintStudentsMinHoursDaily: ruleOf('studentsFewestADay', 'Minimum_Hours_Daily'),
  ConstraintStudentsSetMinHoursDaily: ruleOf('studentsFewestADay', 'Minimum_Hours_Daily', 'students'),
};

interface Source {
  names: NameMap;
  plan: DraftPlan;
  setOf: ReadonlyMap<number, number>;
  taken: ImportedRules;
}
type Take = (one: FetConstraint, source: Source) => void;

const slotsIn = (one: FetConstraint, { plan }: Source): [number, number][] =>
  slotsOf(one).flatMap(({ day, hour }) => {
    const at = plan.slot(day, hour);
    return at ? [[at.weekday, at.period]] : [];
  });

const unavailable =
  (who: (one: FetConstraint, names: NameMap) => Omit<TakenTime, 'weekday' | 'period'>[]): Take =>
  (one, source) => {
    for (const whom of who(one, source.names))
      for (const [weekday, period] of slotsIn(one, source)) source.taken.unavailable.push({ ...whom, weekday, period });
  };

/** Times of all lessons of a subject, a teacher or a set of students, where nothing else narrows them. */
const preferredTimes: Take = (one, source) => {
  const times = slotsIn(one, source);
  const [teacher, students, subject] = ['Teacher_Name', 'Students_Name', 'Subject_Name'].map((name) =>
    valueOf(one, name),
  );
  const isNarrow = valueOf(one, 'Activity_Tag_Name') !== '' || !['', '0'].includes(valueOf(one, 'Duration'));
  if (isNarrow || times.length === 0 || [teacher, students, subject].filter(Boolean).length !== 1) return;
  const { names, taken } = source;
  const rule = { kind: 'preferredTimes' as const, weight: one.weight, times };
  const [teacherId, courseId] = [names.teachers.get(teacher!), names.courses.get(subject!)];
  if (teacherId !== undefined) taken.rules.push({ ...rule, teacherId });
  if (courseId !== undefined) taken.rules.push({ ...rule, courseId });
  for (const batchId of names.batches.get(students!) ?? []) taken.rules.push({ ...rule, batchId });
};

/** The sets whose lessons a constraint names. */
const setsOf = (one: FetConstraint, { setOf }: Source, id = 'Activity_Id'): number[] => [
  ...new Set(valuesOf(one, id).flatMap((activity) => setOf.get(Number(activity)) ?? [])),
];

/** Once for each set of lessons. */
const ofSet =
  (rule: (one: FetConstraint, source: Source) => Omit<TakenRule, 'set'> | null, id = 'Activity_Id'): Take =>
  (one, source) => {
    const [set, ...others] = setsOf(one, source, id);
    if (others.length > 0) source.taken.leftOut.push(one.kind);
    const made = set === undefined || others.length > 0 ? null : rule(one, source);
    if (made && !source.taken.rules.some((other) => other.set === set && other.kind === made.kind))
      source.taken.rules.push({ ...made, set: set! });
  };

/** Read elsewhere: as bells, places, rooms and longer lessons. */
const elsewhere: Take = () => {};

const takes: Record<string, Take> = {
  ConstraintBreakTimes: elsewhere,
  ConstraintActivityPreferredStartingTime: elsewhere,
  ConstraintActivityPreferredRoom: elsewhere,
  ConstraintSubjectPreferredRoom: elsewhere,
  ConstraintStudentsSetHomeRoom: elsewhere,
  ConstraintTeacherNotAvailableTimes: unavailable((one, { teachers }) => {
    const employeeId = teachers.get(valueOf(one, 'Teacher', 'Teacher_Name'));
    return employeeId === undefined ? [] : [{ employeeId }];
  }),
  ConstraintStudentsSetNotAvailableTimes: unavailable((one, names) =>
    wholeBatches(one, names).map((batchId) => ({ batchId })),
  ),
  ConstraintRoomNotAvailableTimes: unavailable((one, { rooms }) => {
    const roomId = rooms.get(valueOf(one, 'Room'));
    return roomId === undefined ? [] : [{ roomId }];
  }),
  ...numberRules,
  ConstraintActivitiesPreferredTimeSlots: preferredTimes,
  ConstraintActivityPreferredTimeSlots: ofSet((one, source) => {
    const times = slotsIn(one, source);
    return times.length === 0 ? null : { kind: 'preferredTimes', weight: one.weight, times };
  }),
  ConstraintMinDaysBetweenActivities: ofSet((one) => {
    const number = numberOf(one, 'MinDays', 'Min_Days');
    return number > 3 || number < 1 ? null : { kind: 'minDaysBetween', weight: one.weight, number };
  }),
  ConstraintActivityEndsStudentsDay: ofSet(() => ({ kind: 'lastOfDay', weight: 100 })),
};

export const isKnown = (kind: string): boolean => Object.hasOwn(takes, kind) || relationOf(kind) !== undefined;

/** The constraints of a file that we know, as rules and as times when people and rooms are not free. */
export function takeConstraints({ time, space }: FetProblem, names: NameMap, plan: DraftPlan): ImportedRules {
  const places = new Map<number, LessonPlace>(
    plan.sets.flatMap(({ lessons }, set) =>
      lessons.flatMap(({ activities }, lesson) => activities.map((id) => [id, { set, lesson }] as const)),
    ),
  );
  const setOf = new Map([...places].map(([id, { set }]) => [id, set]));
  const taken: ImportedRules = { rules: [], unavailable: [], leftOut: [] };
  const source = { names, plan, setOf, taken };
  const relating: FetConstraint[] = [];
  for (const one of [...time, ...space]) {
    if (!one.isActive || one.weight <= 0) continue;
    if (relates(one, source)) relating.push(one);
    else takes[one.kind]?.(one, source);
  }
  const { rules, left } = takeRelations(relating, places, plan);
  return {
    unavailable: taken.unavailable,
    leftOut: [...taken.leftOut, ...left.map(({ kind }) => kind)],
    rules: withoutUsual([...taken.rules, ...rules]),
  };
}

/** Whether a constraint is about lessons of several sets, and nothing else has said it: a parallel block, a longer lesson. */
function relates(one: FetConstraint, source: Source): boolean {
  if (relationOf(one.kind) === undefined || source.plan.joined.has(one)) return false;
  const sets = [
    ...setsOf(one, source),
    ...setsOf(one, source, 'First_Activity_Id'),
    ...setsOf(one, source, 'Second_Activity_Id'),
  ];
  return new Set(sets).size > 1 || valueOf(one, 'First_Activity_Id') !== '';
}

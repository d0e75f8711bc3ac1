import { lastPeriod, type Draft, type DraftPart, type DraftLesson, type DraftSet } from '../../draft/draft.ts';
import { weekdayName, roomKinds } from '../../timetable.ts';
import { type FetActivity, type FetProblem, type FetConstraint, leaf } from '../format/fet-problem.ts';
import type { Rule } from '../rules/rule-kinds.ts';
import { ruleConstraints, activityId } from './rule-constraints.ts';
import {
  lessonsBySet,
  termsOf,
  type Terms,
  isPlacedForGood,
  type ClassOfBatch,
  constraint,
  slotList,
  preferredSlots,
  hourName,
} from './terms.ts';
import { query, isOneOf, type Db } from '#kernel/database.ts';
import { sql } from 'drizzle-orm';
import { readDraft } from '../../draft/lock-draft.ts';
import { readRules } from '../rules/save-rule.ts';

interface WrittenProblem {
  problem: FetProblem;
  /** What FET cannot be told, in words. */
  unsaid: string[];
}

/** The file that FET reads is written as this version, which newer ones read too. */
const version = '6.8.5';

/** A version of the timetable, with its rules, as a problem for FET. */
export function problemOf(
  draft: Draft,
  rules: readonly Rule[],
  classes: readonly ClassOfBatch[],
  name: string,
): WrittenProblem {
  const terms = termsOf(draft, classes);
  const subjects = [...new Set(draft.sets.flatMap(({ parts }) => parts.map(terms.subjectOf)))];
  const hours = Math.max(1, ...draft.days.map(lastPeriod));
  const { time, space } = constraintsOf(terms, rules);
  const problem: FetProblem = {
    version,
    mode: 'Official',
    name,
    comments: 'Made by Akada.',
    days: draft.days.map(({ weekday }) => weekdayName(weekday)),
    hours: Array.from({ length: hours }, (_, at) => hourName(at + 1)),
    subjects: subjects.toSorted(),
    tags: [],
    teachers: [...terms.teachers.values()],
    years: terms.students.years,
    // Seats are compared here, so that FET takes a room that somebody chose although it is small.
    rooms: [...terms.rooms.values()].map((room) => ({ name: room, capacity: 30_000, isVirtual: false })),
    activities: activitiesOf(terms),
    time,
    space,
  };
  return { problem, unsaid: [...terms.unsaid] };
}

function activitiesOf({ draft, students, teachers, subjectOf }: Terms): FetActivity[] {
  const bySet = lessonsBySet(draft);
  return draft.sets.flatMap((set) => {
    const lessons = bySet.get(set.id) ?? [];
    const total = lessons.reduce((sum, { length }) => sum + length, 0);
    return set.parts.flatMap((part, at) =>
      lessons.map((lesson): FetActivity => ({
        id: activityId(lesson.id, at),
        group: lessons.length > 1 ? activityId(lessons[0]!.id, at) : 0,
        teachers: part.teacherIds.map((id) => teachers.get(id)!),
        subject: subjectOf(part),
        tags: [],
        students: students.of(set, at),
        duration: lesson.length,
        total,
        isActive: true,
        comments: set.name ?? '',
      })),
    );
  });
}

function constraintsOf(terms: Terms, rules: readonly Rule[]): Pick<FetProblem, 'time' | 'space'> {
  return {
    time: [
      constraint('ConstraintBasicCompulsoryTime', 100),
      ...missingPeriods(terms),
      ...longLessons(terms),
      ...parallelParts(terms),
      ...lockedTimes(terms),
      ...unavailableTimes(terms),
      ...ownLimits(terms),
      ...ruleConstraints(terms, rules),
    ],
    space: [constraint('ConstraintBasicCompulsorySpace', 100), ...roomConstraints(terms)],
  };
}

/** When rooms are shut, and where each lesson may be. */
function roomConstraints({ draft, rooms, slots, unsaid }: Terms): FetConstraint[] {
  const sets = new Map(draft.sets.map((set) => [set.id, set]));
  const sizes = new Map(draft.batches.map(({ id, students }) => [id, students]));
  const shut = Map.groupBy(
    draft.unavailable.filter(({ of, degree }) => of === 'room' && degree === 'never'),
    ({ id }) => id,
  );
  const notAvailable = [...shut].flatMap(([id, rows]) => {
    const taken = slots.filter((slot) =>
      rows.some((row) => row.weekday === slot.weekday && row.period === slot.period),
    );
    return taken.length === 0 || !rooms.has(id)
      ? []
      : constraint('ConstraintRoomNotAvailableTimes', 100, [
          leaf('Room', rooms.get(id)!),
          ...slotList(taken, 'Not_Available_Time', '', 'Number_of_Not_Available_Times'),
        ]);
  });
  const inRooms = draft.lessons.flatMap((lesson) =>
    sets.get(lesson.setId)!.parts.flatMap((part, at) => {
      const id = activityId(lesson.id, at);
      const locked = isPlacedForGood(lesson) ? lesson.rooms.find(({ partId }) => partId === part.id) : undefined;
      const room = rooms.get(locked?.roomId ?? part.roomId ?? 0);
      if (room)
        return constraint('ConstraintActivityPreferredRoom', 100, [
          leaf('Activity_Id', id),
          leaf('Room', room),
          leaf('Permanently_Locked', locked !== undefined),
        ]);
      if (part.roomKind === null || isPlacedForGood(lesson)) return [];
      const choice = roomsOfKind(draft, part, sizes);
      if (choice.length === 0) {
        unsaid.add(`There is no room of the kind ${roomKinds[part.roomKind]}, so lessons that want one get none.`);
        return [];
      }
      return constraint('ConstraintActivityPreferredRooms', 100, [
        leaf('Activity_Id', id),
        leaf('Number_of_Preferred_Rooms', choice.length),
        ...choice.map((each) => leaf('Preferred_Room', rooms.get(each)!)),
      ]);
    }),
  );
  return [...notAvailable, ...inRooms];
}

/** Those with enough seats, or all of the kind if none has. */
function roomsOfKind({ rooms }: Draft, { roomKind, courses }: DraftPart, sizes: ReadonlyMap<number, number>): number[] {
  const wanted = [...new Set(courses.map(({ batchId }) => batchId))].reduce((sum, id) => sum + (sizes.get(id) ?? 0), 0);
  const ofKind = rooms.filter(({ kind }) => kind === roomKind);
  const fitting = ofKind.filter(({ seats }) => seats === null || seats >= wanted);
  return (fitting.length > 0 ? fitting : ofKind).map(({ id }) => id);
}

/** Friday may have fewer periods than Monday. */
function missingPeriods({ draft }: Terms): FetConstraint[] {
  const most = Math.max(0, ...draft.days.map(lastPeriod));
  const missing = draft.days.flatMap((day) =>
    Array.from({ length: most - lastPeriod(day) }, (_, at) => ({
      weekday: day.weekday,
      period: lastPeriod(day) + at + 1,
    })),
  );
  return missing.length === 0
    ? []
    : [constraint('ConstraintBreakTimes', 100, slotList(missing, 'Break_Time', '', 'Number_of_Break_Times'))];
}

/** Double lessons lie where no break comes between their periods. */
function longLessons({ draft, unsaid }: Terms): FetConstraint[] {
  const lengths = [...new Set(draft.lessons.map(({ length }) => length))].filter((length) => length > 1);
  return lengths.flatMap((length) => {
    const starts = draft.days.flatMap(({ weekday, bells }) =>
      bells.flatMap((bell, at) => {
        const span = bells.slice(at, at + length);
        const isWhole = span.length === length && span.every(({ kind }) => kind === 'lesson');
        return isWhole && bell.period !== null ? { weekday, period: bell.period } : [];
      }),
    );
    if (starts.length === 0) {
      unsaid.add(`No day has ${length} periods in a row without a break, so lessons of that length can’t be placed.`);
      return [];
    }
    return constraint('ConstraintActivitiesPreferredStartingTimes', 100, [
      ...['Teacher_Name', 'Students_Name', 'Subject_Name', 'Activity_Tag_Name'].map((name) => leaf(name, '')),
      leaf('Duration', length),
      ...slotList(starts, 'Preferred_Starting_Time', 'Preferred_Starting_', 'Number_of_Preferred_Starting_Times'),
    ]);
  });
}

const idsOf = (set: DraftSet, { id }: DraftLesson): number[] => set.parts.map((_, at) => activityId(id, at));

function parallelParts({ draft }: Terms): FetConstraint[] {
  const bySet = lessonsBySet(draft);
  return draft.sets.flatMap((set) =>
    set.parts.length < 2
      ? []
      : (bySet.get(set.id) ?? []).map((lesson) => {
          const ids = idsOf(set, lesson);
          return constraint('ConstraintActivitiesSameStartingTime', 100, [
            leaf('Number_of_Activities', ids.length),
            ...ids.map((id) => leaf('Activity_Id', id)),
          ]);
        }),
  );
}

function lockedTimes({ draft }: Terms): FetConstraint[] {
  const sets = new Map(draft.sets.map((set) => [set.id, set]));
  return draft.lessons
    .filter(isPlacedForGood)
    .flatMap((lesson) =>
      idsOf(sets.get(lesson.setId)!, lesson).map((id) =>
        constraint('ConstraintActivityPreferredStartingTime', 100, [
          leaf('Activity_Id', id),
          leaf('Preferred_Day', weekdayName(lesson.weekday!)),
          leaf('Preferred_Hour', hourName(lesson.period!)),
          leaf('Permanently_Locked', true),
        ]),
      ),
    );
}

/** How much a period counts in which somebody would rather not be. */
const avoidWeight = 80;

function unavailableTimes({ draft, students, teachers, slots, unsaid }: Terms): FetConstraint[] {
  const groups = Map.groupBy(draft.unavailable, ({ of, id, degree }) => `${of} ${id} ${degree}`);
  return [...groups.values()].flatMap((rows) => {
    const { of, id, degree } = rows[0]!;
    if (of === 'room') {
      if (degree === 'avoid') unsaid.add('FET doesn’t support periods in which a room should preferably stay free.');
      return [];
    }
    const name = of === 'teacher' ? teachers.get(id) : students.name(id);
    if (!name) return [];
    const taken = slots.filter((slot) =>
      rows.some((row) => row.weekday === slot.weekday && row.period === slot.period),
    );
    if (taken.length === 0) return [];
    if (degree === 'never')
      return of === 'teacher'
        ? constraint('ConstraintTeacherNotAvailableTimes', 100, [
            leaf('Teacher', name),
            ...slotList(taken, 'Not_Available_Time', '', 'Number_of_Not_Available_Times'),
          ])
        : constraint('ConstraintStudentsSetNotAvailableTimes', 100, [
            leaf('Students', name),
            ...slotList(taken, 'Not_Available_Time', '', 'Number_of_Not_Available_Times'),
          ]);
    const rest = slots.filter((slot) => !taken.includes(slot));
    if (rest.length === 0) return [];
    return preferredSlots(avoidWeight, of === 'teacher' ? { teacher: name } : { students: name }, rest);
  });
}

/** Limits of single teachers. */
const ownLimits = ({ draft, teachers }: Terms): FetConstraint[] =>
  draft.limits.flatMap(({ teacherId, mostADay }) =>
    mostADay === null || !teachers.has(teacherId)
      ? []
      : constraint('ConstraintTeacherMaxHoursDaily', 100, [
          leaf('Teacher_Name', teachers.get(teacherId)!),
          leaf('Maximum_Hours_Daily', mostADay),
        ]),
  );

export interface WholeVersion {
  draft: Draft;
  rules: Rule[];
  classes: ClassOfBatch[];
}

/** A version with everything that a file for FET contains, in statements that are issued at once. */
export async function readWhole(db: Db, institutionIds: readonly number[], timetableId: number): Promise<WholeVersion> {
  const [draft, rules, classes] = await Promise.all([
    readDraft(db, institutionIds, timetableId),
    readRules(db, institutionIds, timetableId),
    query<ClassOfBatch>(db)`select b.id::bigint as "batchId", c.name as "className" from timetables t
        join batches b on b.institution_id = t.institution_id
        join classes c on (c.institution_id, c.id) = (b.institution_id, b.class_id)
        where ${isOneOf(sql`t.institution_id`, [...institutionIds])} and t.id = ${timetableId}`,
  ]);
  return { draft, rules, classes };
}

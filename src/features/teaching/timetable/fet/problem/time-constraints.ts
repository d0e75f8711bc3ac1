import { lastPeriod, type DraftLesson, type DraftSet } from '../../draft/draft.ts';
import { weekdayName } from '../../timetable.ts';
import type { FetConstraint } from '../format/fet-problem.ts';
import { leaf } from '../format/write-xml.ts';
import { activityId } from './activity-id.ts';
import { constraint, preferredSlots, slotList } from './constraint.ts';
import { hourName } from './names.ts';
import { isPlacedForGood, lessonsBySet, type Terms } from './terms.ts';

/** Friday may have fewer periods than Monday. */
export function missingPeriods({ draft }: Terms): FetConstraint[] {
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
export function longLessons({ draft, unsaid }: Terms): FetConstraint[] {
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
      unsaid.add(`No day has ${length} periods in a row without a break, so lessons of that length cannot be placed.`);
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

export function parallelParts({ draft }: Terms): FetConstraint[] {
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

export function lockedTimes({ draft }: Terms): FetConstraint[] {
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

export function unavailableTimes({ draft, students, teachers, slots, unsaid }: Terms): FetConstraint[] {
  const groups = Map.groupBy(draft.unavailable, ({ of, id, degree }) => `${of} ${id} ${degree}`);
  return [...groups.values()].flatMap((rows) => {
    const { of, id, degree } = rows[0]!;
    if (of === 'room') {
      if (degree === 'avoid') unsaid.add('FET does not know periods in which a room had better stay free.');
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
export const ownLimits = ({ draft, teachers }: Terms): FetConstraint[] =>
  draft.limits.flatMap(({ teacherId, mostADay }) =>
    mostADay === null || !teachers.has(teacherId)
      ? []
      : constraint('ConstraintTeacherMaxHoursDaily', 100, [
          leaf('Teacher_Name', teachers.get(teacherId)!),
          leaf('Maximum_Hours_Daily', mostADay),
        ]),
  );

import { lastPeriod, type Draft } from '../../draft/draft.ts';
import { weekdayName } from '../../timetable.ts';
import type { FetActivity, FetProblem } from '../format/fet-problem.ts';
import type { Rule } from '../rules/rule-kinds.ts';
import { activityId } from './activity-id.ts';
import { constraint } from './constraint.ts';
import { hourName } from './names.ts';
import { roomConstraints } from './room-constraints.ts';
import { ruleConstraints } from './rule-constraints.ts';
import type { ClassOfBatch } from './students.ts';
import { lessonsBySet, termsOf, type Terms } from './terms.ts';
import {
  lockedTimes,
  longLessons,
  missingPeriods,
  ownLimits,
  parallelParts,
  unavailableTimes,
} from './time-constraints.ts';

export interface WrittenProblem {
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

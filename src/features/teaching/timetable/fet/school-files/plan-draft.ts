import { batchesOf, mergeParallel, type NameMap } from './merge-parallel.ts';
import { planBells } from './plan-bells.ts';
import { numberOf, valueOf, type FetActivity, type FetConstraint, type FetProblem } from '../format/fet-problem.ts';

export interface PlannedPart {
  courses: { batchId: number; courseId: number }[];
  teacherIds: number[];
  roomId: number | null;
}
export interface PlannedLesson {
  /** The activities of its parts. */
  activities: number[];
  length: number;
  place: { weekday: number; period: number; isLocked: boolean } | null;
}
export interface PlannedSet {
  name: string | null;
  parts: PlannedPart[];
  lessons: PlannedLesson[];
}
export interface DraftPlan extends ReturnType<typeof planBells> {
  sets: PlannedSet[];
  /** Activities that become nothing: switched off, or without a mapped subject or students. */
  leftOut: number;
  /** Rules about lessons that follow each other which a longer lesson says. */
  joined: ReadonlySet<FetConstraint>;
}

const longestLesson = 6;

/** What a draft would be made of: bells from days and hours, sets of lessons from activities. */
export function planDraft(problem: FetProblem, names: NameMap): DraftPlan {
  const { patterns, slot } = planBells(problem, names);
  const usable = problem.activities.filter((activity) => isUsable(activity, names));
  const { activities, joined } = joinConsecutive(problem, usable, longestLesson);
  const groups = [...Map.groupBy(activities, ({ id, group }) => (group > 0 ? group : id)).values()].flatMap(alikeOnes);
  const sets = mergeParallel(problem, groups, names).map((parallel) => planSet(problem, parallel, names, slot));
  return { patterns, sets, leftOut: problem.activities.length - usable.length, joined, slot };
}

const isUsable = ({ isActive, subject, students, duration }: FetActivity, { courses, batches }: NameMap): boolean =>
  isActive &&
  duration <= longestLesson &&
  courses.has(subject) &&
  students.some((name) => (batches.get(name) ?? []).length > 0);

/** Activities of a group can differ in teachers or students: those are lessons of their own. */
const alikeOnes = (group: FetActivity[]): FetActivity[][] => [
  ...Map.groupBy(group, ({ subject, teachers, students }) => JSON.stringify([subject, teachers, students])).values(),
];

function planSet(problem: FetProblem, parallel: FetActivity[][], names: NameMap, slot: DraftPlan['slot']): PlannedSet {
  const rooms = roomsIn(problem);
  const places = placesIn(problem);
  const byLength = parallel.map((group) =>
    group.toSorted((one, other) => one.duration - other.duration || one.id - other.id),
  );
  return {
    name: parallel.length > 1 ? 'Parallel lessons' : null,
    parts: byLength.map((group) => {
      const [first] = group;
      const courseId = names.courses.get(first!.subject)!;
      const wanted = new Set(
        group
          .map(({ id, subject, students }) => rooms.of(id, subject, students))
          .filter((name) => names.rooms.has(name)),
      );
      const [room = ''] = wanted;
      return {
        courses: batchesOf(first!, names).map((batchId) => ({ batchId, courseId })),
        teacherIds: [...new Set(first!.teachers.flatMap((name) => names.teachers.get(name) ?? []))].slice(0, 10),
        roomId: wanted.size === 1 ? (names.rooms.get(room) ?? null) : null,
      };
    }),
    lessons: byLength[0]!.map(({ id, duration }, at) => {
      const place = places.get(id);
      const where = place && slot(place.day, place.hour);
      return {
        activities: byLength.map((group) => group[at]!.id),
        length: duration,
        place: where ? { ...where, isLocked: place.isLocked } : null,
      };
    }),
  };
}

function placesIn({ time }: FetProblem) {
  return new Map(
    time.flatMap((one) =>
      one.kind === 'ConstraintActivityPreferredStartingTime' && one.isActive && one.weight === 100
        ? [
            [
              numberOf(one, 'Activity_Id'),
              {
                day: valueOf(one, 'Preferred_Day', 'Day'),
                hour: valueOf(one, 'Preferred_Hour', 'Hour'),
                isLocked: valueOf(one, 'Permanently_Locked') !== 'false',
              },
            ] as const,
          ]
        : [],
    ),
  );
}

/** The room of an activity: its own, else that of its subject, else the home room of its students. */
function roomsIn({ space }: FetProblem) {
  const single = (kind: string, by: string, room = 'Room') =>
    new Map(
      space.flatMap((one) =>
        one.kind === kind && one.isActive ? [[valueOf(one, by), valueOf(one, room)] as const] : [],
      ),
    );
  const own = single('ConstraintActivityPreferredRoom', 'Activity_Id');
  const ofSubject = single('ConstraintSubjectPreferredRoom', 'Subject');
  const home = single('ConstraintStudentsSetHomeRoom', 'Students');
  return {
    of: (id: number, subject: string, students: string[]): string =>
      own.get(String(id)) ??
      ofSubject.get(subject) ??
      (students.length === 1 ? home.get(students[0]!) : undefined) ??
      '',
  };
}

/** Two lessons of one subject, class and teacher that must follow each other. FET has an order for the first kind. */
const consecutiveKinds: readonly string[] = ['ConstraintTwoActivitiesConsecutive', 'ConstraintTwoActivitiesGrouped'];

const alike = ({ subject, teachers, students }: FetActivity): string => JSON.stringify([subject, teachers, students]);

/** Makes one longer lesson of two alike ones that must follow each other. Returns also the constraints that this says. */
function joinConsecutive({ time }: FetProblem, usable: FetActivity[], longest: number) {
  const byId = new Map(usable.map((activity) => [activity.id, activity]));
  const joined = new Set<FetConstraint>();
  for (const one of time) {
    if (!one.isActive || !consecutiveKinds.includes(one.kind)) continue;
    const [first, second] = ['First_Activity_Id', 'Second_Activity_Id'].map((name) => byId.get(numberOf(one, name)));
    const isOne = first && second && first !== second && alike(first) === alike(second);
    if (!isOne || one.weight < 100 || first.duration + second.duration > longest) continue;
    joined.add(one);
    byId.set(first.id, { ...first, duration: first.duration + second.duration });
    byId.delete(second.id);
  }
  return { activities: [...byId.values()], joined };
}

import {
  numberOf,
  valueOf,
  type FetActivity,
  type FetConstraint,
  type FetProblem,
  slotsOf,
  valuesOf,
} from '../format/fet-problem.ts';

interface PlannedPart {
  courses: { batchId: number; courseId: number }[];
  teacherIds: number[];
  roomId: number | null;
}
interface PlannedLesson {
  /** The activities of its parts. */
  activities: number[];
  length: number;
  place: { weekday: number; period: number; isLocked: boolean } | null;
}
interface PlannedSet {
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

/** Days and hours as bells: hours in which nobody has lessons are breaks, and days that are alike share a pattern. */
function planBells(problem: FetProblem, { weekdays }: NameMap) {
  const breaks = new Set(
    problem.time.flatMap((one) =>
      one.kind === 'ConstraintBreakTimes' && one.isActive ? slotsOf(one).map(({ day, hour }) => `${day}\n${hour}`) : [],
    ),
  );
  const minutes = Math.min(40, Math.floor((23 * 60 + 30 - 8 * 60) / problem.hours.length));
  const clock = (at: number) => {
    const time = 8 * 60 + at * minutes;
    return `${String(Math.floor(time / 60)).padStart(2, '0')}:${String(time % 60).padStart(2, '0')}`;
  };
  const days = problem.days.filter((day) => weekdays.has(day));
  const byBreaks = Map.groupBy(days, (day) =>
    problem.hours.map((hour) => (breaks.has(`${day}\n${hour}`) ? 'b' : 'l')).join(''),
  );
  const periods = new Map<string, number>();
  const patterns = [...byBreaks].map(([shape, alike], n) => {
    // What comes after the last lesson of a day is no break.
    const used = shape.slice(0, shape.lastIndexOf('l') + 1);
    let period = 0;
    const bells = [...used].map(
      (kind, at): { kind: 'lesson' | 'break'; name: string; startsAt: string; endsAt: string } => {
        const hour = problem.hours[at]!;
        if (kind === 'l') {
          period++;
          for (const day of alike) periods.set(`${day}\n${hour}`, period);
        }
        return {
          kind: kind === 'l' ? 'lesson' : 'break',
          name: hour.slice(0, 40) || `Hour ${at + 1}`,
          startsAt: clock(at),
          endsAt: clock(at + 1),
        };
      },
    );
    return {
      name: n === 0 ? 'Normal day' : `Pattern ${n + 1}`,
      weekdays: alike.map((day) => weekdays.get(day)!),
      bells,
    };
  });
  return {
    patterns: patterns.filter(({ bells }) => bells.length > 0),
    /** Day and hour of the file as a weekday and a period, if lessons can be then. */
    slot: (day: string, hour: string) => {
      const [weekday, period] = [weekdays.get(day), periods.get(`${day}\n${hour}`)];
      return weekday === undefined || period === undefined ? null : { weekday, period };
    },
  };
}

/** What the names of a file are in this school; a name that is not there is left out. */
export interface NameMap {
  weekdays: ReadonlyMap<string, number>;
  courses: ReadonlyMap<string, number>;
  teachers: ReadonlyMap<string, number>;
  batches: ReadonlyMap<string, readonly number[]>;
  rooms: ReadonlyMap<string, number>;
}

const mostParts = 20;

const batchesOf = ({ students }: FetActivity, { batches }: NameMap): number[] => [
  ...new Set(students.flatMap((name) => batches.get(name) ?? [])),
];

/**
 * Groups that begin at the same time and share a batch are electives in parallel: one set. They have the same lengths, and
 * nobody teaches two of them.
 */
function mergeParallel({ time }: FetProblem, groups: FetActivity[][], names: NameMap): FetActivity[][][] {
  const groupOf = new Map(groups.flatMap((group, at) => group.map(({ id }) => [id, at] as const)));
  const sets = groups.map((_, at) => [at]);
  const setOf = groups.map((_, at) => at);
  const lengths = (at: number) => JSON.stringify(groups[at]!.map(({ duration }) => duration).toSorted());
  const teachersOf = (at: number) =>
    new Set(groups[at]!.flatMap(({ teachers }) => teachers.flatMap((name) => names.teachers.get(name) ?? [])));
  const coursesOf = (at: number) =>
    new Set(batchesOf(groups[at]![0]!, names).map((batch) => `${batch} ${names.courses.get(groups[at]![0]!.subject)}`));
  const canJoin = (one: number, other: number) =>
    lengths(one) === lengths(other) &&
    batchesOf(groups[one]![0]!, names).some((batch) => batchesOf(groups[other]![0]!, names).includes(batch)) &&
    sets[setOf[one]!]!.every((left) =>
      sets[setOf[other]!]!.every(
        (right) =>
          teachersOf(left).isDisjointFrom(teachersOf(right)) && coursesOf(left).isDisjointFrom(coursesOf(right)),
      ),
    ) &&
    sets[setOf[one]!]!.length + sets[setOf[other]!]!.length <= mostParts;
  for (const one of time) {
    if (one.kind !== 'ConstraintActivitiesSameStartingTime' || !one.isActive || one.weight < 100) continue;
    const together = [...new Set(valuesOf(one, 'Activity_Id').flatMap((id) => groupOf.get(Number(id)) ?? []))];
    for (const left of together)
      for (const right of together) {
        const [into, from] = [setOf[left]!, setOf[right]!];
        if (into >= from || !canJoin(left, right)) continue;
        for (const at of sets[from]!) setOf[at] = into;
        sets[into]!.push(...sets[from]!);
        sets[from] = [];
      }
  }
  return sets.filter((set) => set.length > 0).map((set) => set.map((at) => groups[at]!));
}

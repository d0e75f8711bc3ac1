import {
  lastPeriod,
  type Draft,
  type DraftLesson,
  type DraftPart,
  batchesOf,
  type DraftSet,
} from '../../draft/draft.ts';
import { type FetStudents, type FetConstraint, branch, leaf } from '../format/fet-problem.ts';
import { weekdayName } from '../../timetable.ts';
import type { Element } from '../format/read-xml.ts';

/** What constraints are made from. */
export interface Terms {
  draft: Draft;
  students: StudentSets;
  teachers: Map<number, string>;
  rooms: Map<number, string>;
  subjectOf(part: DraftPart): string;
  /** All periods of the week. */
  slots: Slot[];
  unsaid: Set<string>;
}

export function termsOf(draft: Draft, classes: readonly ClassOfBatch[]): Terms {
  const courses = new Map(draft.courses.map(({ id, title }) => [id, title]));
  const unique = uniqueNames();
  return {
    draft,
    students: studentSets(draft, classes),
    teachers: namesById(draft.teachers),
    rooms: namesById(draft.rooms, unique),
    subjectOf: ({ courses: taught }) =>
      [...new Set(taught.map(({ courseId }) => courses.get(courseId) ?? 'Lesson'))].join(' / ') || 'Lesson',
    slots: draft.days.flatMap((day) =>
      Array.from({ length: lastPeriod(day) }, (_, at) => ({ weekday: day.weekday, period: at + 1 })),
    ),
    unsaid: new Set(),
  };
}

export const lessonsBySet = (draft: Draft) => Map.groupBy(draft.lessons, ({ setId }) => setId);

export const isPlacedForGood = ({ isLocked, weekday, period }: DraftLesson) =>
  isLocked && weekday !== null && period !== null;

export interface ClassOfBatch {
  batchId: number;
  className: string;
}

interface StudentSets {
  years: FetStudents[];
  /** The students who take part in a part of a set. */
  of(set: DraftSet, part: number): string[];
  name(batchId: number): string;
}

/**
 * Classes as years, their batches as groups. A batch whose electives lie parallel is divided: each part of a block takes
 * some of its subgroups, and together they are the batch.
 */
function studentSets(draft: Draft, classes: readonly ClassOfBatch[]): StudentSets {
  const unique = uniqueNames();
  const names = namesById(draft.batches, unique);
  const students = new Map(draft.batches.map((batch) => [batch.id, batch.students]));
  const shares = new Map<number, number>();
  for (const set of draft.sets)
    for (const id of batchesOf(set)) shares.set(id, Math.max(shares.get(id) ?? 1, partsWith(set, id).length));
  const subgroups = new Map(
    [...names].map(([id, name]) => {
      const count = shares.get(id) ?? 1;
      return [id, count === 1 ? [] : Array.from({ length: count }, (_, at) => unique(`${name}, choice ${at + 1}`))];
    }),
  );
  const group = (id: number): FetStudents => ({
    name: names.get(id)!,
    count: students.get(id) ?? 0,
    parts: subgroups.get(id)!.map((name) => ({ name, count: 0, parts: [] })),
  });
  const classOf = new Map(classes.map(({ batchId, className }) => [batchId, className]));
  const byClass = Map.groupBy(draft.batches, ({ id }) => classOf.get(id) ?? 'Other classes');
  const years = [...byClass].map(([className, batches]): FetStudents => {
    const parts = batches.map(({ id }) => group(id));
    return { name: unique(className), count: parts.reduce((sum, { count }) => sum + count, 0), parts };
  });
  return {
    years,
    name: (id) => names.get(id) ?? '',
    of: (set, part) =>
      [...new Set(takersOf(set, part))].flatMap((id) => {
        const parallel = partsWith(set, id);
        const place = parallel.indexOf(part);
        const all = subgroups.get(id) ?? [];
        if (parallel.length === 1) return names.get(id) ?? [];
        return all.filter((_, at) => at % parallel.length === place);
      }),
  };
}

const takersOf = (set: DraftSet, part: number): number[] =>
  set.parts[part]!.courses.flatMap(({ batchId, isCarryOver }) => (isCarryOver ? [] : batchId));

/** Which parts of a set a batch is divided into. */
const partsWith = (set: DraftSet, batchId: number): number[] =>
  set.parts.flatMap((_, at) => (takersOf(set, at).includes(batchId) ? at : []));

/** FET tells things apart by their names: a second Ada Obi becomes Ada Obi (2). */
function uniqueNames(taken = new Set<string>()) {
  return (name: string): string => {
    const plain = name.trim() || '–';
    let unique = plain;
    for (let n = 2; taken.has(unique); n++) unique = `${plain} (${n})`;
    taken.add(unique);
    return unique;
  };
}

export const namesById = (rows: readonly { id: number; name: string }[], unique = uniqueNames()): Map<number, string> =>
  new Map(rows.map(({ id, name }) => [id, unique(name)]));

/** The names as a file has them, the same for writing and for reading back. */
export const hourName = (period: number): string => `Period ${period}`;
export const periodOfHour = (hour: string): number => Number(/^Period (\d{1,2})$/.exec(hour)?.[1] ?? 0);

interface Slot {
  weekday: number;
  period: number;
}

export const constraint = (kind: string, weight: number, values: Element[] = []): FetConstraint => ({
  kind,
  weight,
  values,
  isActive: true,
  comments: '',
});

/** Periods in the form that each constraint has for them: 'Break_Time' with 'Day' and 'Hour', and their number. */
export const slotList = (slots: readonly Slot[], name: string, prefix: string, count: string): Element[] => [
  leaf(count, slots.length),
  ...slots.map(({ weekday, period }) =>
    branch(name, [leaf(`${prefix}Day`, weekdayName(weekday)), leaf(`${prefix}Hour`, hourName(period))]),
  ),
];

/** Periods for all lessons of somebody, or of a subject. */
export const preferredSlots = (
  weight: number,
  { teacher = '', students = '', subject = '' }: { teacher?: string; students?: string; subject?: string },
  slots: readonly Slot[],
): FetConstraint =>
  constraint('ConstraintActivitiesPreferredTimeSlots', weight, [
    leaf('Teacher_Name', teacher),
    leaf('Students_Name', students),
    leaf('Subject_Name', subject),
    leaf('Activity_Tag_Name', ''),
    leaf('Duration', ''),
    ...slotList(slots, 'Preferred_Time_Slot', 'Preferred_', 'Number_of_Preferred_Time_Slots'),
  ]);

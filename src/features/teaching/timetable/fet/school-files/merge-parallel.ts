import { valuesOf, type FetActivity, type FetProblem } from '../format/fet-problem.ts';

/** What the names of a file are in this school; a name that is not there is left out. */
export interface NameMap {
  weekdays: ReadonlyMap<string, number>;
  courses: ReadonlyMap<string, number>;
  teachers: ReadonlyMap<string, number>;
  batches: ReadonlyMap<string, readonly number[]>;
  rooms: ReadonlyMap<string, number>;
}

const mostParts = 20;

export const batchesOf = ({ students }: FetActivity, { batches }: NameMap): number[] => [
  ...new Set(students.flatMap((name) => batches.get(name) ?? [])),
];

/**
 * Groups that begin at the same time and share a batch are electives in parallel: one set. They have the same lengths, and
 * nobody teaches two of them.
 */
export function mergeParallel({ time }: FetProblem, groups: FetActivity[][], names: NameMap): FetActivity[][][] {
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

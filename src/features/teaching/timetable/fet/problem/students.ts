import { batchesOf, type Draft, type DraftSet } from '../../draft/draft.ts';
import type { FetStudents } from '../format/fet-problem.ts';
import { namesById, uniqueNames } from './names.ts';

export interface ClassOfBatch {
  batchId: number;
  className: string;
}

export interface StudentSets {
  years: FetStudents[];
  /** The students who take part in a part of a set. */
  of(set: DraftSet, part: number): string[];
  name(batchId: number): string;
}

/**
 * Classes as years, their batches as groups. A batch whose electives lie parallel is divided: each part of a block takes
 * some of its subgroups, and together they are the batch.
 */
export function studentSets(draft: Draft, classes: readonly ClassOfBatch[]): StudentSets {
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

import type { BatchSeats, ClassOfBatches } from '#features/school/structure/sessions/figures.queries.ts';

export interface BatchFigure {
  id: number;
  name: string;
  classId: number;
  capacity: number;
  isClosed: boolean;
  class: string;
  program: string;
  /** Null without access to students. */
  students: { female: number; male: number; total: number } | null;
}

/** Batches with the names of their class and program, in the order of the classes. */
export function namedBatches(classes: ClassOfBatches[], batches: BatchSeats[]): BatchFigure[] {
  const byClass = Map.groupBy(batches, ([, , classId]) => classId);
  return classes.flatMap(({ id: classId, name: className, program }) =>
    (byClass.get(classId) ?? []).map(([id, name, , capacity, isClosed, total, female, male]) => ({
      id,
      name,
      classId,
      capacity,
      isClosed,
      class: className,
      program,
      students: total === null ? null : { female: female!, male: male!, total },
    })),
  );
}

import type { BatchSeats, ClassOfBatches } from '#features/structure/sessions/figures.queries.ts';

export interface BatchFigure extends Pick<BatchSeats, 'id' | 'name' | 'classId' | 'capacity' | 'isClosed'> {
  class: string;
  program: string;
  /** Null without access to students. */
  students: { female: number; male: number; total: number } | null;
}

/** Batches with the names of their class and program, in the order of the classes. */
export function namedBatches(classes: ClassOfBatches[], batches: BatchSeats[]): BatchFigure[] {
  const byClass = Map.groupBy(batches, ({ classId }) => classId);
  return classes.flatMap(({ id, name, program }) =>
    (byClass.get(id) ?? []).map(({ students, female, male, ...batch }) => ({
      ...batch,
      class: name,
      program,
      students: students === null ? null : { female: female!, male: male!, total: students },
    })),
  );
}

import type { BatchFigure } from './named-batches.ts';

export interface ClassRow {
  id: number;
  name: string;
  program: string;
  female: number;
  male: number;
  total: number;
  capacity: number;
}

/** Sums batches by class. Programs are named only for classes of the same name. */
export function byClass(batches: BatchFigure[]): ClassRow[] {
  const rows = new Map<number, ClassRow>();
  for (const { classId, class: name, program, capacity, students } of batches) {
    const row = rows.get(classId) ?? { id: classId, name, program, female: 0, male: 0, total: 0, capacity: 0 };
    row.female += students?.female ?? 0;
    row.male += students?.male ?? 0;
    row.total += students?.total ?? 0;
    row.capacity += capacity;
    rows.set(classId, row);
  }
  const all = [...rows.values()];
  return all.map((row) => ({
    ...row,
    program: all.some((other) => other !== row && other.name === row.name) ? row.program : '',
  }));
}

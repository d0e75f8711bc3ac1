import { isAttended } from '../mark-kinds.ts';
import { present, sameMark, type Mark } from '../marks/mark.ts';
import type { SheetRow } from '../registers/register-page.queries.ts';

export type ShownRow = Pick<SheetRow, 'id' | 'name' | 'number' | 'gender' | 'expected' | 'isFormer'>;

/** What a register begins with: what stands in it, else what is expected, else "present". */
export const firstMark = (row: ShownRow, saved: ReadonlyMap<number, Mark>): Mark =>
  saved.get(row.id) ?? (row.expected ? { ...present, kind: row.expected.kind } : present);

export function countsOf(marks: Iterable<Mark>): { present: number; absent: number; late: number } {
  const counts = { present: 0, absent: 0, late: 0 };
  for (const { kind } of marks) {
    counts[isAttended(kind) ? 'present' : 'absent'] += 1;
    if (kind === 'late') counts.late += 1;
  }
  return counts;
}

/** What saving would send: marks that differ from what stands in the register. */
export const changesOf = (
  rows: readonly ShownRow[],
  marks: ReadonlyMap<number, Mark>,
  saved: ReadonlyMap<number, Mark>,
) =>
  rows.flatMap(({ id, name, isFormer }) => {
    const [mark, was] = [marks.get(id)!, saved.get(id) ?? null];
    if (isFormer && was === null) return [];
    return sameMark(mark, was) ? [] : [{ studentId: id, name, mark, was }];
  });

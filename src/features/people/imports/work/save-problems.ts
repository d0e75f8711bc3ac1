import type { Tx } from '#kernel/database.ts';
import type { Problem } from '../engine/row.ts';
import { importProblems } from '../imports.schema.ts';
import type { Verdict } from './judge-rows.ts';
import type { ImportJob } from '../kinds/kind.ts';

/** Possible duplicates are stored with the problems. */
export const alikeOf = (verdicts: Verdict[]): ImportProblemRow[] =>
  verdicts.flatMap((verdict) =>
    'alike' in verdict && verdict.alike
      ? [{ row: verdict.row, column: null, value: null, message: verdict.alike.message, alikeId: verdict.alike.id }]
      : [],
  );

type ImportProblemRow = Problem & { alikeId?: number };

/** Inserts problems in batches. */
export async function saveProblems(
  tx: Tx,
  job: ImportJob,
  problems: ImportProblemRow[],
  who: ReadonlyMap<number, string>,
): Promise<void> {
  for (let at = 0; at < problems.length; at += 2000) {
    await tx.insert(importProblems).values(
      problems.slice(at, at + 2000).map(({ row, column, value, message, alikeId }) => ({
        ...job,
        rowNumber: row,
        columnName: column,
        value,
        message,
        alikeId,
        who: who.get(row) ?? null,
      })),
    );
  }
}

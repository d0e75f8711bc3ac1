import type { ReadRow } from '../engine/row.ts';
import type { Kind } from '../kinds/kind.ts';
import type { Verdict } from './judge-rows.ts';
import { whoIn } from '../engine/row.ts';

/** A row that brings nothing, or less than its reader might think, and why. */
export interface LeftRow {
  row: number;
  who: string;
  why: string;
}

/** The first of them, and how many there are. */
export interface LeftRows {
  rows: LeftRow[];
  count: number;
}

const most = 50;

/** Collects rows that are skipped without being a problem, and guardians without a child. */
export function leftRowsOf({ key }: Kind) {
  const left: LeftRows = { rows: [], count: 0 };
  return {
    left,
    gather(read: ReadRow[], verdicts: Verdict[]) {
      const who = whoIn(read);
      for (const verdict of verdicts) {
        const why = whyLeft(key, verdict);
        if (!why) continue;
        left.count += 1;
        if (left.rows.length < most) left.rows.push({ row: verdict.row, who: who.get(verdict.row) ?? '', why });
      }
    },
  };
}

function whyLeft(key: Kind['key'], verdict: Verdict): string | null {
  if (verdict.kind === 'skip')
    return (
      verdict.alike?.message ?? (key === 'openings' ? 'The balance is zero.' : 'Already exists and is not changed.')
    );
  if (verdict.kind === 'denied') return 'You don’t have the permission that this row needs.';
  const isChildless =
    key === 'guardians' && verdict.kind === 'new' && (verdict.record['children'] as unknown[]).length === 0;
  return isChildless ? 'Added without a child: the row has no admission number.' : null;
}

import { sql } from 'drizzle-orm';
import { accountNameIn } from '#kernel/account-name.ts';
import type { Actor } from '#kernel/actor.ts';
import { bounded } from '#kernel/database/bounded.ts';
import { query, type Tx } from '#kernel/database.ts';
import { ownFamily } from '#kernel/own-family/own-family.ts';
import { named, type Named } from '../runs/named-student.ts';
import { changesOf, correctedAtOnce, readDifferences, lessOf, paidOf } from './differences.queries.ts';
import { sumOf } from './item-changes.ts';

export const undoHours = 24;

/** An issued invoice that charges something else than its fee says now. */
export interface ToCorrect extends Named {
  number: number;
  invoices: number;
  items: { name: string; was: number; becomes: number }[];
  less: number;
  more: number;
  /** Paid already: it becomes credit. */
  paid: number;
  /** Somebody issued a credit note for it, which may have corrected it. */
  isCredited: boolean;
  /** Of the reader's own family: a colleague corrects it. */
  isOwn: boolean;
}

interface Fee {
  institutionId: number;
  id: number;
}

/** Invoices of a fee to correct, by student. */
export async function toCorrect(tx: Tx, actor: Actor, fee: Fee) {
  const { rows: read, isMore } = await bounded(correctedAtOnce, (limit) => readDifferences(tx, fee, { limit }));
  const rows = changesOf(read);
  if (rows.length === 0) return { rows: [], isMore };
  const { students: own } = await ownFamily(tx, actor.accountId, fee.institutionId);
  const ids = [...new Set(rows.map(({ studentId }) => studentId))];
  const people = await query<Named>(
    tx,
    sql`select ${named} from students s where s.institution_id = ${fee.institutionId}
      and s.id = any (${sql.param(ids)}::bigint[])`,
  );
  const byId = new Map(people.map((one) => [Number(one.id), one]));
  const students = [...Map.groupBy(rows, ({ studentId }) => studentId)].map(([id, of]): ToCorrect => ({
    ...byId.get(id)!,
    number: of[0]!.number,
    invoices: of.length,
    items: of.flatMap(({ items }) => items.map(({ name, was, becomes }) => ({ name, was, becomes }))),
    less: of.reduce((sum, one) => sum + lessOf(one), 0),
    more: of.reduce((sum, one) => sum + sumOf(one.more), 0),
    paid: of.reduce((sum, one) => sum + paidOf(one), 0),
    isCredited: of.some(({ isCredited }) => isCredited),
    isOwn: own.has(id),
  }));
  return { rows: students, isMore };
}

export interface RecentCorrection {
  id: number;
  at: string;
  person: string;
  reason: string;
  invoices: number;
}

/** Corrections of a fee that can still be undone, the latest first. */
export const recentCorrections = ({ institutionId, id: feeId }: Fee) => sql`
  select k.id, k.created_at as at, ${accountNameIn(sql`k.account_id`)} as person, k.reason,
    (select count(distinct d.invoice_id)::int from fee_correction_documents d
      where d.institution_id = k.institution_id and d.correction_id = k.id) as invoices
  from fee_corrections k where k.institution_id = ${institutionId} and k.fee_id = ${feeId} and k.undone_at is null
    and k.created_at > now() - make_interval(hours => ${undoHours}) order by k.id desc`;

import { sql } from 'drizzle-orm';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { query, render, type Tx } from '#kernel/database.ts';
import { findFee } from '../runs/find-fee.ts';
import { audienceWithBills } from '../runs/unbilled.ts';
import { billedItems, type BilledItem } from './billed-items.ts';

export interface Item {
  id: number;
  name: string;
  amount: number;
}

export interface ItemBatch {
  /** 0 for chosen students without a batch. */
  id: number;
  name: string | null;
  students: number;
}

export interface ItemRow {
  id: number;
  surname: string;
  firstName: string;
  middleName: string | null;
  admissionNumber: string;
  /** Whether the student has the fee's invoice. */
  isBilled: boolean;
  chosen: number[];
  billed: Pick<BilledItem, 'particularId' | 'invoiceId' | 'number'>[];
}

/** The tick list of a fee's optional items for one of its batches; the first one unless one is asked for. */
export async function itemsOfBatch(tx: Tx, actor: Actor, feeId: number, wanted: number | undefined) {
  const fee = await findFee(tx, actor, feeId);
  const { institutionId } = fee;
  const items = await query<Item>(
    tx,
    render(sql`
    select p.id, p.name, p.amount from fee_particulars p
    where p.institution_id = ${institutionId} and p.fee_id = ${feeId} and p.is_optional order by p.position, p.id`),
  );
  const ids = sql.param(items.map(({ id }) => id));
  const batches = await query<ItemBatch>(
    tx,
    render(sql`
    select coalesce(b.id, 0)::bigint as id, b.name, count(*)::int as students
    from (${audienceWithBills(fee)}) a
    left join batches b on b.institution_id = ${institutionId} and b.id = a."batchId"
    left join classes c on c.institution_id = b.institution_id and c.id = b.class_id
    group by b.id, b.name, c.program_id, c.position order by c.program_id, c.position, b.name nulls last`),
  );
  const batchId = batches.find(({ id }) => id === wanted)?.id ?? batches[0]?.id ?? 0;
  const rows = await query<ItemRow>(
    tx,
    render(sql`
    with billed as materialized (${billedItems(institutionId, sql`i.fee_id = ${feeId} and l.particular_id = any (${ids}::bigint[])`)})
    select s.id, s.surname, s.first_name as "firstName", s.middle_name as "middleName",
      s.admission_number as "admissionNumber", a."isBilled",
      (select coalesce(jsonb_agg(h.particular_id), '[]') from fee_choices h where h.institution_id = ${institutionId}
        and h.student_id = s.id and h.particular_id = any (${ids}::bigint[])) as chosen,
      (select coalesce(jsonb_agg(jsonb_build_object('particularId', b."particularId", 'invoiceId', b."invoiceId",
        'number', b.number)), '[]') from billed b where b."studentId" = s.id) as billed
    from (${audienceWithBills(fee)}) a
    join students s on s.institution_id = ${institutionId} and s.id = a."studentId"
    where coalesce(a."batchId", 0) = ${batchId} order by s.sort_name, s.id`),
  );
  const { id, title, endedAt } = fee;
  const { currency } = membershipIn(actor, institutionId)!;
  return { fee: { id, institutionId, title, currency, isEnded: endedAt !== null }, items, batches, batchId, rows };
}
export type ItemsOfBatch = Awaited<ReturnType<typeof itemsOfBatch>>;

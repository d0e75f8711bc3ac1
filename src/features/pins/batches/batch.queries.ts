import { sql } from 'drizzle-orm';
import { can, institutionsWhere, type Actor } from '#kernel/actor.ts';
import { rowsOf, type Db } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import type { BatchPurpose, BatchState, Layout } from '../pins.ts';

interface Row {
  id: number;
  institutionId: number;
  number: number;
  kind: string;
  purpose: BatchPurpose;
  quantity: number;
  firstSerial: number;
  expiresOn: string;
  state: BatchState;
  layout: Layout | null;
  done: number;
  hasSheet: boolean;
  accountId: number;
  maker: string;
  createdAt: string;
  printedAt: string | null;
  /** How many pins are in which status. */
  counts: Record<string, number>;
}

/** A batch with the states of its pins. */
export async function batchRecord(db: Db, actor: Actor, batchId: number) {
  const [row] = await rowsOf<Row>(
    db,
    sql`
    select b.id, b.institution_id as "institutionId", b.number, k.name as kind, b.purpose, b.quantity,
      b.first_serial as "firstSerial", b.expires_on::text as "expiresOn", b.state, b.layout, b.done_count as done,
      b.file_id is not null as "hasSheet", b.account_id as "accountId", a.name as maker,
      to_jsonb(b.created_at) #>> '{}' as "createdAt", to_jsonb(b.printed_at) #>> '{}' as "printedAt",
      coalesce((select jsonb_object_agg(status, n) from (select status, count(*) as n from pins p
        where p.institution_id = b.institution_id and p.batch_id = b.id group by 1) c), '{}') as counts
    from pin_batches b join pin_kinds k on (k.institution_id, k.id) = (b.institution_id, b.kind_id)
    join accounts a on a.id = b.account_id
    where b.institution_id = any (${sql.param(institutionsWhere(actor, 'pins.view'))}::int[]) and b.id = ${batchId}::bigint`,
  );
  if (!row) throw new NotFound('batch');
  const { accountId, ...batch } = row;
  return {
    ...batch,
    ...{ id: Number(row.id), firstSerial: Number(row.firstSerial) },
    isMaker: Number(accountId) === actor.accountId,
    can: { expire: can(actor, 'pins.void', row.institutionId) },
  };
}
export type BatchRecord = Awaited<ReturnType<typeof batchRecord>>;

import { sql } from 'drizzle-orm';
import { can, institutionsWhere, type Actor } from '#kernel/actor.ts';
import { query, type Db } from '#kernel/database.ts';
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
  /** Cards that open nothing yet: with no seller, and not sold. `last` ends the first run of serials. */
  idle: { count: number; first: number; last: number } | null;
  /** Whether there is a public page where they are typed. */
  hasSite: boolean;
}

/** A batch with the states of its pins. */
export async function batchRecord(db: Db, actor: Actor, batchId: number) {
  const [row] = await query<Row>(
    db,
    sql`
    select b.id, b.institution_id as "institutionId", b.number, k.name as kind, b.purpose, b.quantity,
      b.first_serial as "firstSerial", b.expires_on::text as "expiresOn", b.state, b.layout, b.done_count as done,
      b.file_id is not null as "hasSheet", b.account_id as "accountId", a.name as maker,
      to_jsonb(b.created_at) #>> '{}' as "createdAt", to_jsonb(b.printed_at) #>> '{}' as "printedAt",
      coalesce((select jsonb_object_agg(status, n) from (select status, count(*) as n from pins p
        where p.institution_id = b.institution_id and p.batch_id = b.id group by 1) c), '{}') as counts,
      (select jsonb_build_object('count', sum(r.count), 'first', min(r.first), 'last', min(r.last)) from (
        select count(*) as count, min(w.serial) as first, max(w.serial) as last from (
          select p.serial, p.serial - row_number() over (order by p.serial) as run from pins p
          where p.institution_id = b.institution_id and p.batch_id = b.id and p.is_card and p.status = 'available'
            and p.seller_id is null and p.expires_on >= (now() at time zone i.time_zone)::date) w
        group by w.run) r having count(*) > 0) as idle,
      exists (select from sites s where s.institution_id = b.institution_id and s.is_published) as "hasSite"
    from pin_batches b join pin_kinds k on (k.institution_id, k.id) = (b.institution_id, b.kind_id)
    join accounts a on a.id = b.account_id join institutions i on i.id = b.institution_id
    where b.institution_id = any (${sql.param(institutionsWhere(actor, 'pins.view'))}::int[]) and b.id = ${batchId}::bigint`,
  );
  if (!row) throw new NotFound('batch');
  const { accountId, ...batch } = row;
  return {
    ...batch,
    id: Number(row.id),
    firstSerial: Number(row.firstSerial),
    isMaker: Number(accountId) === actor.accountId,
    can: {
      expire: can(actor, 'pins.void', row.institutionId),
      handOver: can(actor, 'pins.handOver', row.institutionId),
    },
  };
}
export type BatchRecord = Awaited<ReturnType<typeof batchRecord>>;

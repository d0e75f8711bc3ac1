import { sql } from 'drizzle-orm';
import { can, institutionsInView, institutionsWhere, type Actor } from '#kernel/actor.ts';
import { type Db, query } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import type { PinStatus, PinType, TryOutcome } from '../pins.ts';

interface Row {
  id: number;
  serial: number;
  institutionId: number;
  kind: string;
  type: PinType;
  status: PinStatus;
  isExpired: boolean;
  expiresOn: string;
  isCard: boolean;
  lastFour: string | null;
  batchId: number;
  batchNumber: number;
  seller: string | null;
  orderId: number | null;
  soldAt: string | null;
  usedAt: string | null;
  applicationId: number | null;
  student: string | null;
  studentId: number | null;
  viewsUsed: number;
  views: number;
  voidedAt: string | null;
  voidedBy: string | null;
  voidReason: string | null;
  replaces: { id: number; serial: number } | null;
  replacedBy: { id: number; serial: number } | null;
  tries: { at: string; outcome: TryOutcome; address: string }[];
}

/** A pin with its whole way: batch, seller, order, use, and the latest tries of its serial number. No secret. */
export async function pinRecord(db: Db, actor: Actor, pinId: number) {
  const ids = institutionsWhere(actor, 'pins.view');
  const [row] = await query<Row>(db)`
    select p.id, p.serial, p.institution_id as "institutionId", k.name as kind, k.type, p.status, p.expires_on::text as "expiresOn",
      p.expires_on < (now() at time zone i.time_zone)::date as "isExpired", p.is_card as "isCard", p.last_four as "lastFour",
      p.batch_id as "batchId", b.number as "batchNumber", s.name as seller, p.order_id as "orderId",
      to_jsonb(p.sold_at) #>> '{}' as "soldAt", to_jsonb(p.used_at) #>> '{}' as "usedAt",
      p.application_id as "applicationId", p.student_id as "studentId",
      (select t.first_name || ' ' || t.surname from students t where (t.institution_id, t.id) = (p.institution_id, p.student_id)) as student,
      p.views_used as "viewsUsed", k.views, to_jsonb(p.voided_at) #>> '{}' as "voidedAt",
      (select a.name from accounts a where a.id = p.voided_by) as "voidedBy", p.void_reason as "voidReason",
      (select jsonb_build_object('id', r.id, 'serial', r.serial) from pins r
        where r.institution_id = p.institution_id and r.serial = p.replaces_serial) as replaces,
      (select jsonb_build_object('id', r.id, 'serial', r.serial) from pins r
        where r.institution_id = p.institution_id and r.replaces_serial = p.serial) as "replacedBy",
      coalesce((select jsonb_agg(jsonb_build_object('at', t.at, 'outcome', t.outcome, 'address', t.address) order by t.id desc)
        from (select * from pin_tries t where t.institution_id = p.institution_id and t.serial = p.serial
          order by t.id desc fetch first 50 rows only) t), '[]') as tries
    from pins p join pin_kinds k on (k.institution_id, k.id) = (p.institution_id, p.kind_id)
    join pin_batches b on (b.institution_id, b.id) = (p.institution_id, p.batch_id)
    join institutions i on i.id = p.institution_id
    left join pin_sellers s on (s.institution_id, s.id) = (p.institution_id, p.seller_id)
    where p.institution_id = any (${sql.param(ids)}::int[]) and p.id = ${pinId}::bigint`;
  if (!row) throw new NotFound('pin');
  const isOpen = row.status === 'available' || row.status === 'sold';
  const mayVoid = can(actor, 'pins.void', row.institutionId);
  return {
    ...row,
    id: Number(row.id),
    serial: Number(row.serial),
    can: {
      void: mayVoid && isOpen,
      replace: mayVoid && row.status === 'sold' && row.orderId !== null,
      openOrder: row.orderId !== null && can(actor, 'orders.view', row.institutionId),
    },
  };
}
/** The id of a pin by its serial number, in the institutions in view. */
export async function pinBySerial(db: Db, actor: Actor, serial: number, wanted: number | undefined): Promise<number> {
  const [row] = await query<{ id: number }>(db)`
    select id from pins where institution_id = any (${sql.param(institutionsInView(actor, wanted, 'pins.view'))}::int[])
    and serial = ${serial}::bigint order by institution_id fetch first row only`;
  if (!row) throw new NotFound('pin');
  return Number(row.id);
}

export type PinRecord = Awaited<ReturnType<typeof pinRecord>>;

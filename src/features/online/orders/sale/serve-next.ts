import { sql } from 'drizzle-orm';
import { systemActor } from '#kernel/actor.ts';
import { query, type Database, type Tx } from '#kernel/database.ts';
import { dayInBooks } from '#features/money/ledger/day-in-books.ts';
import { lockOrder } from '../order-code.ts';
import { fulfil } from './sell.ts';

export interface ServeServices {
  database: Database;
  secret: Buffer;
}

/** Gives pins that became free or were made to buyers who paid after the last one was sold, who paid first first. */
export async function serveNext({ database, secret }: ServeServices, signal?: AbortSignal): Promise<void> {
  const kinds = await database.anonymous((tx) =>
    query<{ institutionId: number; kindId: number }>(
      tx,
      sql`select institution_id as "institutionId", pin_kind_id as "kindId" from akada_pins_waited_for()`,
    ),
  );
  for (const { institutionId, kindId } of kinds) {
    const one = () => database.asSystem([institutionId], (tx) => serveOne(tx, secret, institutionId, kindId));
    while (!signal?.aborted && (await one()));
  }
}

/** Whether the first who waits got their pins. */
async function serveOne(tx: Tx, secret: Buffer, institutionId: number, kindId: number): Promise<boolean> {
  const [first] = await query<{ id: number; today: string }>(
    tx,
    sql`select o.id, (now() at time zone i.time_zone)::date::text as today
      from orders o join institutions i on i.id = o.institution_id
      where o.institution_id = ${institutionId} and o.pin_kind_id = ${kindId}::bigint and o.status = 'paid'
        and o.problem = 'sold_out' order by o.paid_at, o.id limit 1`,
  );
  const order = first && (await lockOrder(tx, institutionId, Number(first.id)));
  if (!order) return false;
  // Refunded or served meanwhile.
  if (order.status !== 'paid' || order.problem !== 'sold_out') return true;
  const day = (await dayInBooks(tx, institutionId))(first.today);
  return (await fulfil(tx, systemActor(institutionId, 'Pins'), secret, order, day)) === null;
}

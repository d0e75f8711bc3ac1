import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { type Tx, query } from '#kernel/database.ts';
import { ValidationError, orNotFound } from '#kernel/errors.ts';
import { line } from '#kernel/schemas.ts';
import { pins } from '../pins.schema.ts';
import { type PinsOfOrder, sellPins } from '../sale/reserve-pins.ts';
import { serialText } from '../pins.ts';

export const VoidPin = z.object({ reason: line(300, 'The reason') });

/** A pin, locked. */
export async function lockPin(tx: Tx, institutionId: number, serial: number) {
  const [pin] = await tx
    .select()
    .from(pins)
    .where(and(eq(pins.institutionId, institutionId), eq(pins.serial, serial)))
    .for('no key update');
  return orNotFound(pin, 'pin');
}

/** Voids a pin that nobody has used: it opens nothing from then on. */
export async function voidPin(
  tx: Tx,
  actor: Actor,
  institutionId: number,
  serial: number,
  { reason }: z.infer<typeof VoidPin>,
): Promise<void> {
  allow(actor, 'pins.void', institutionId);
  const pin = await lockPin(tx, institutionId, serial);
  refuseEnded(pin);
  await endPin(tx, actor, { institutionId, serial, reason });
  await record(tx, actor, 'pins.void', {
    institutionId,
    summary: `voided pin ${serialText(serial)}`,
    subject: { type: 'pin', id: serial },
    details: { reason, status: pin.status },
  });
}

export function refuseEnded({ status }: Pick<typeof pins.$inferSelect, 'status'>): void {
  if (status === 'used') throw new ValidationError('reason', 'This pin is used, so it can’t be changed.');
  if (status === 'void') throw new ValidationError('reason', 'This pin is already void.');
  if (status === 'reserved')
    throw new ValidationError('reason', 'An order that is not paid yet holds this pin. Wait until the order ends.');
}

export const endPin = (
  tx: Tx,
  actor: Actor,
  { institutionId, serial, reason }: { institutionId: number; serial: number; reason: string },
) =>
  tx.execute(sql`
    update pins set status = 'void', voided_at = now(), voided_by = ${actor.accountId}::bigint, void_reason = ${reason},
      sealed = null
    where institution_id = ${institutionId} and serial = ${serial}::bigint`);

/** Whether a pin of an order is used. Locks its pins, so that none is used before the commit. */
export async function hasUsedPins(tx: Tx, { institutionId, orderId }: PinsOfOrder): Promise<boolean> {
  const rows = await query<{ status: string }>(tx)`
    select status from pins where institution_id = ${institutionId} and order_id = ${orderId}::bigint order by serial
    for no key update`;
  return rows.some(({ status }) => status === 'used');
}

/** Voids the sold pins of an order that is refunded. */
export const voidOrderPins = (
  tx: Tx,
  actor: Actor,
  { institutionId, orderId, reason }: PinsOfOrder & { reason: string },
) =>
  tx.execute(sql`
    update pins set status = 'void', voided_at = now(), voided_by = ${actor.accountId}::bigint, void_reason = ${reason},
      sealed = null
    where institution_id = ${institutionId} and order_id = ${orderId}::bigint and status = 'sold'`);

/**
 * Replaces a lost pin that was sold: voids it and gives its order a new one of the same kind, which only the buyer can
 * read. Returns the new serial number.
 */
export async function replacePin(
  tx: Tx,
  actor: Actor,
  secret: Buffer,
  institutionId: number,
  serial: number,
  { reason }: z.infer<typeof VoidPin>,
): Promise<number> {
  allow(actor, 'pins.void', institutionId);
  const pin = await lockPin(tx, institutionId, serial);
  refuseEnded(pin);
  if (pin.orderId === null)
    throw new ValidationError('reason', 'This card has not been sold by the office, so it can only be voided.');
  await endPin(tx, actor, { institutionId, serial, reason });
  const order = { institutionId, orderId: pin.orderId };
  if (!(await sellPins(tx, secret, order, { kindId: pin.kindId!, quantity: 1 })))
    throw new ValidationError('reason', 'No pin of this type is left to replace it. Make a batch “sold online” first.');
  const [made] = await query<{ serial: number }>(tx)`
    update pins set replaces_serial = ${serial}::bigint where institution_id = ${institutionId} and serial = (
      select max(serial) from pins where institution_id = ${institutionId} and order_id = ${pin.orderId}::bigint
        and status = 'sold' and sold_at = now())
    returning serial`;
  const replacement = Number(made!.serial);
  await record(tx, actor, 'pins.replace', {
    institutionId,
    summary: `replaced pin ${serialText(serial)} with ${serialText(replacement)}`,
    subject: { type: 'pin', id: serial },
    details: { reason, replacement },
  });
  return replacement;
}

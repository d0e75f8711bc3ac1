import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { query, type Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { sellPins } from '../sale/reserve-pins.ts';
import { serialText } from '../pins.ts';
import { endPin, lockPin, refuseEnded, type VoidPin } from './void-pins.ts';

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
  const [made] = await query<{ serial: number }>(
    tx,
    sql`
    update pins set replaces_serial = ${serial}::bigint where institution_id = ${institutionId} and serial = (
      select max(serial) from pins where institution_id = ${institutionId} and order_id = ${pin.orderId}::bigint
        and status = 'sold' and sold_at = now())
    returning serial`,
  );
  const replacement = Number(made!.serial);
  await record(tx, actor, 'pins.replace', {
    institutionId,
    summary: `replaced pin ${serialText(serial)} with ${serialText(replacement)}`,
    subject: { type: 'pin', id: serial },
    details: { reason, replacement },
  });
  return replacement;
}

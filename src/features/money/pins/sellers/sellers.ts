import { and, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, institutionsWhere, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { isOneOf, type Db, type Tx } from '#kernel/database.ts';
import { edits } from '#kernel/edit/edit.ts';
import { editRecord } from '#kernel/edit/edit-record.ts';
import { NotFound, refuseDuplicate, orNotFound } from '#kernel/errors.ts';
import { choice, id, line, optionalLine } from '#kernel/schemas.ts';
import { pinSellers, pinHandovers } from '../pins.schema.ts';
import { sellerKinds, pinStatuses, serialText } from '../pins.ts';
import { countOf } from '#ui/format.ts';
import { isElsewhere, lockCards, refuseAny } from '../sale/sell-cards.ts';
import { readSerial } from '../pin-keys.ts';

const Fields = z.object({
  name: line(80, 'The name'),
  kind: choice(sellerKinds),
  contact: optionalLine(200, 'The contact'),
});
export const AddSeller = Fields.extend({ institution_id: id });
export const EditSeller = edits(Fields);

type Seller = typeof pinSellers.$inferSelect;
const taken: Record<string, [string, string]> = {
  pin_sellers_name: ['name', 'A seller with this name already exists.'],
};

/** Adds somebody who sells printed pins for the school. */
export async function addSeller(
  tx: Tx,
  actor: Actor,
  { institution_id: institutionId, ...input }: z.output<typeof AddSeller>,
): Promise<void> {
  allow(actor, 'pins.edit', institutionId);
  const [made] = await refuseDuplicate(
    tx
      .insert(pinSellers)
      .values({ institutionId, ...input })
      .returning({ id: pinSellers.id }),
    taken,
  );
  await record(tx, actor, 'pins.addSeller', {
    institutionId,
    summary: `added ${input.name} as a seller of pins`,
    subject: { type: 'pin_seller', id: made!.id },
  });
}

export const editSeller = editRecord({
  action: 'pins.editSeller',
  type: 'pin_seller',
  table: pinSellers,
  may: 'pins.edit',
  fields: EditSeller,
  lock: lockSeller,
  taken: () => taken,
  nameOf: ({ values }) => values.name,
});

/** A seller that the actor can see, for its form. */
export async function findSeller(db: Db, actor: Actor, sellerId: number): Promise<Seller> {
  const [seller] = await db.select().from(pinSellers).where(isVisible(actor, sellerId));
  if (!seller) throw new NotFound('seller');
  allow(actor, 'pins.edit', seller.institutionId);
  return seller;
}

async function lockSeller(tx: Tx, actor: Actor, sellerId: number): Promise<Seller> {
  const [seller] = await tx.select().from(pinSellers).where(isVisible(actor, sellerId)).for('no key update');
  return orNotFound(seller, 'seller');
}

const isVisible = (actor: Actor, sellerId: number) =>
  and(
    isOneOf(pinSellers.institutionId, institutionsWhere(actor, 'pins.view', 'pins.edit')),
    eq(pinSellers.id, sellerId),
  );

const words = 'Enter a serial number as printed on the card.';

/** A serial number as somebody types it. */
export const typedSerial = z
  .preprocess((value) => (typeof value === 'number' ? String(value) : value), z.string({ error: words }))
  .transform(readSerial)
  .refine((serial) => serial !== null, words)
  .transform((serial) => serial!);

export const HandOver = z.object({
  seller_id: id,
  direction: choice({ out: 'To the seller', back: 'Back from the seller' }),
  first_serial: typedSerial,
  last_serial: typedSerial,
  note: optionalLine(300, 'The note'),
});

/** Hands printed cards to a seller, or takes unsold ones back. From then on the seller answers for them. Returns what was done. */
export async function handOver(tx: Tx, actor: Actor, input: z.infer<typeof HandOver>): Promise<string> {
  const [seller] = await tx
    .select()
    .from(pinSellers)
    .where(and(eq(pinSellers.id, input.seller_id), isNull(pinSellers.archivedAt)))
    .for('share');
  if (!seller) throw new NotFound('seller');
  const { institutionId } = seller;
  allow(actor, 'pins.handOver', institutionId);
  const { direction, first_serial: first, last_serial: last, note } = input;
  const cards = await lockCards(tx, { institutionId, first, last });
  const isOut = direction === 'out';
  refuseAny(
    cards,
    isElsewhere(isOut ? null : seller.id),
    isOut ? 'is already with a seller' : 'is not with this seller',
  );
  refuseAny(
    cards,
    ({ status, orderId }) => status !== 'available' || orderId !== null,
    ({ status }) => `is ${pinStatuses[status].toLowerCase()}`,
  );
  refuseAny(cards, ({ isExpired }) => isOut && isExpired, 'has expired');
  await tx.execute(sql`
    update pins set seller_id = ${isOut ? seller.id : null}::bigint
    where institution_id = ${institutionId} and serial between ${first}::bigint and ${last}::bigint`);
  const quantity = cards.length;
  await tx.insert(pinHandovers).values({
    institutionId,
    sellerId: seller.id,
    direction,
    firstSerial: first,
    lastSerial: last,
    quantity,
    note,
    accountId: actor.accountId,
  });
  const range = `${countOf(quantity, 'card')} (${serialText(first)} to ${serialText(last)})`;
  await record(tx, actor, 'pins.handOver', {
    institutionId,
    summary: isOut ? `handed ${range} to ${seller.name}` : `took ${range} back from ${seller.name}`,
    subject: { type: 'pin_seller', id: seller.id },
  });
  return isOut ? `${seller.name} has ${range}.` : `${range} came back from ${seller.name}.`;
}

import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { allow, institutionsWhere, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { isOneOf, type Db, type Tx } from '#kernel/database.ts';
import { edits } from '#kernel/edit/edit.ts';
import { editRecord } from '#kernel/edit/edit-record.ts';
import { NotFound, refuseDuplicate } from '#kernel/errors.ts';
import { choice, id, line, optionalLine } from '#kernel/schemas.ts';
import { pinSellers } from '../pins.schema.ts';
import { sellerKinds } from '../pins.ts';

const Fields = z.object({
  name: line(80, 'The name'),
  kind: choice(sellerKinds),
  contact: optionalLine(200, 'The contact'),
});
export const AddSeller = Fields.extend({ institution_id: id });
export const EditSeller = edits(Fields);

type Seller = typeof pinSellers.$inferSelect;
const taken: Record<string, [string, string]> = { pin_sellers_name: ['name', 'A seller has this name already.'] };

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
  if (!seller) throw new NotFound('seller');
  return seller;
}

const isVisible = (actor: Actor, sellerId: number) =>
  and(
    isOneOf(pinSellers.institutionId, institutionsWhere(actor, 'pins.view', 'pins.edit')),
    eq(pinSellers.id, sellerId),
  );

import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { allow, institutionsWhere, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { isOneOf, type Db, type Tx, hasKey } from '#kernel/database.ts';
import { edits } from '#kernel/edit/edit.ts';
import { editRecord } from '#kernel/edit/edit-record.ts';
import { NotFound, ValidationError, refuseDuplicate, orNotFound } from '#kernel/errors.ts';
import { amount, checkbox, choice, emptyIsNull, id, line, optionalLine } from '#kernel/schemas.ts';
import { programs } from '#features/school/structure/structure.schema.ts';
import { pinKinds } from '../pins.schema.ts';
import { pinTypes } from '../pins.ts';

const between = (low: number, high: number, what: string) => {
  const words = `Enter ${what} from ${low} to ${high.toLocaleString('en')}.`;
  return z.coerce.number({ error: words }).int(words).min(low, words).max(high, words);
};

const Fields = z.object({
  name: line(80, 'The name'),
  program_id: emptyIsNull(id),
  price: amount('The price', { zero: true }),
  valid_days: between(1, 1830, 'a number of days'),
  views: between(1, 100, 'a number'),
  is_on_sale: checkbox,
  most_per_order: between(1, 100, 'a number'),
  sold_at: optionalLine(300, 'This'),
  instructions: optionalLine(300, 'This'),
});
export const AddKind = Fields.extend({ institution_id: id, type: choice(pinTypes) });
export const EditKind = edits(Fields);

type Kind = typeof pinKinds.$inferSelect;

const taken: Record<string, [string, string]> = {
  pin_kinds_name: ['name', 'A type of pin with this name already exists.'],
};
const columnsOf = (input: Omit<z.output<typeof Fields>, never>) => ({
  name: input.name,
  programId: input.program_id,
  price: input.price,
  validDays: input.valid_days,
  views: input.views,
  isOnSale: input.is_on_sale,
  mostPerOrder: input.most_per_order,
  soldAt: input.sold_at,
  instructions: input.instructions,
});

/** Adds a type of pin. */
export async function addKind(tx: Tx, actor: Actor, input: z.output<typeof AddKind>): Promise<number> {
  const { institution_id: institutionId, type } = input;
  allow(actor, 'pins.edit', institutionId);
  await refuseWrong(tx, institutionId, columnsOf(input));
  const [made] = await refuseDuplicate(
    tx
      .insert(pinKinds)
      .values({ institutionId, type, ...columnsOf(input) })
      .returning({ id: pinKinds.id }),
    taken,
  );
  await record(tx, actor, 'pins.addKind', {
    institutionId,
    summary: `added the type of pin “${input.name}”`,
    subject: { type: 'pin_kind', id: made!.id },
  });
  return made!.id;
}

/** Changes a type. Orders keep the price that they were made with, and batches their validity. */
export const editKind = editRecord({
  action: 'pins.editKind',
  type: 'pin_kind',
  table: pinKinds,
  may: 'pins.edit',
  fields: EditKind,
  lock: lockKind,
  inForm: kindForm,
  read: ({ input }) => columnsOf(input),
  check: ({ tx, before, values }) => refuseWrong(tx, before.institutionId, values),
  taken: () => taken,
  nameOf: ({ values }) => values.name,
});

/** Archives a type, so that it is sold no more, or restores it. Returns its name. */
export async function archiveKind(tx: Tx, actor: Actor, kindId: number, isArchived: boolean): Promise<string> {
  const { institutionId, name } = await lockKind(tx, actor, kindId);
  allow(actor, 'pins.edit', institutionId);
  await refuseDuplicate(
    tx
      .update(pinKinds)
      .set({ archivedAt: isArchived ? new Date() : null })
      .where(hasKey(pinKinds, institutionId, kindId)),
    { pin_kinds_name: ['form', 'Another type now has this name. Rename one of them first.'] },
  );
  await record(tx, actor, isArchived ? 'pins.archiveKind' : 'pins.restoreKind', {
    institutionId,
    summary: `${isArchived ? 'archived' : 'restored'} the type of pin “${name}”`,
    subject: { type: 'pin_kind', id: kindId },
  });
  return name;
}

export function kindForm(kind: Kind) {
  return {
    name: kind.name,
    program_id: kind.programId,
    price: kind.price,
    valid_days: kind.validDays,
    views: kind.views,
    is_on_sale: kind.isOnSale,
    most_per_order: kind.mostPerOrder,
    sold_at: kind.soldAt,
    instructions: kind.instructions,
  };
}

/** A type that the actor can see, for its form. */
export async function findKind(db: Db, actor: Actor, kindId: number): Promise<Kind> {
  const [kind] = await db.select().from(pinKinds).where(isVisible(actor, kindId));
  if (!kind) throw new NotFound('type of pin');
  allow(actor, 'pins.edit', kind.institutionId);
  return kind;
}

async function lockKind(tx: Tx, actor: Actor, kindId: number): Promise<Kind> {
  const [kind] = await tx.select().from(pinKinds).where(isVisible(actor, kindId)).for('no key update');
  return orNotFound(kind, 'type of pin');
}

const isVisible = (actor: Actor, kindId: number) =>
  and(isOneOf(pinKinds.institutionId, institutionsWhere(actor, 'pins.view', 'pins.edit')), eq(pinKinds.id, kindId));

async function refuseWrong(
  tx: Tx,
  institutionId: number,
  values: { programId: number | null; price: number; isOnSale: boolean },
) {
  if (values.isOnSale && values.price === 0)
    throw new ValidationError('price', 'A pin that is sold online needs a price.');
  if (values.programId === null) return;
  const [program] = await tx
    .select({ id: programs.id })
    .from(programs)
    .where(hasKey(programs, institutionId, values.programId));
  if (!program) throw new ValidationError('program_id', 'Choose one from the list.');
}

import { and, eq, inArray, notInArray } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { audienceRows, type AudienceInput } from '../audience/audience-words.ts';
import { billed } from '../billed.ts';
import { feeAudience, feeDiscounts, feeInstalments, feeParticulars } from '../fees.schema.ts';
import type { FeeInput, ParticularInput } from './fee-fields.ts';

interface Fee {
  institutionId: number;
  id: number;
}

/** Writes the lists of a fee that changed; all of a new one. */
export async function writeParts(tx: Tx, fee: Fee, input: Partial<FeeInput>): Promise<void> {
  if (input.particulars) await writeParticulars(tx, fee, input.particulars);
  if (input.instalments) await writeInstalments(tx, fee, input.instalments);
  if (input.discounts) await writeDiscounts(tx, fee, input.discounts);
}

/** Rows keep their ids, which students' choices and invoices of optional items refer to. */
async function writeParticulars(tx: Tx, { institutionId, id: feeId }: Fee, rows: ParticularInput[]): Promise<void> {
  const ofFee = and(eq(feeParticulars.institutionId, institutionId), eq(feeParticulars.feeId, feeId));
  const kept = rows.flatMap(({ id }) => id ?? []);
  const gone = await tx
    .select({ id: feeParticulars.id, name: feeParticulars.name })
    .from(feeParticulars)
    .where(and(ofFee, kept.length ? notInArray(feeParticulars.id, kept) : undefined))
    .orderBy(feeParticulars.id);
  if (gone.length > 0) {
    const goneIds = gone.map(({ id }) => id);
    const used = await billed().billedItem(tx, institutionId, goneIds);
    const name = gone.find(({ id }) => id === used)?.name;
    if (name)
      throw new ValidationError('particulars', `${name} has been billed as an optional item and can’t be removed.`);
    await tx.delete(feeParticulars).where(and(ofFee, inArray(feeParticulars.id, goneIds)));
  }
  for (const [at, { id, name, categoryId, amount, isOptional }] of rows.entries()) {
    const values = { position: at + 1, name, categoryId, amount, isOptional };
    if (id === null) await tx.insert(feeParticulars).values({ institutionId, feeId, ...values });
    else
      await tx
        .update(feeParticulars)
        .set(values)
        .where(and(ofFee, eq(feeParticulars.id, id)));
  }
}

async function writeInstalments(tx: Tx, { institutionId, id: feeId }: Fee, rows: FeeInput['instalments']) {
  await tx
    .delete(feeInstalments)
    .where(and(eq(feeInstalments.institutionId, institutionId), eq(feeInstalments.feeId, feeId)));
  await tx.insert(feeInstalments).values(
    rows.map(({ dueOn, percent, amount }, at) => {
      const isLast = at === rows.length - 1;
      // The last takes the remainder, so that a discount or an optional item changes no other.
      return { institutionId, feeId, position: at + 1, dueOn, ...(isLast ? {} : { percent, amount }) };
    }),
  );
}

async function writeDiscounts(tx: Tx, { institutionId, id: feeId }: Fee, rows: FeeInput['discounts']) {
  await tx
    .delete(feeDiscounts)
    .where(and(eq(feeDiscounts.institutionId, institutionId), eq(feeDiscounts.feeId, feeId)));
  if (rows.length > 0)
    await tx
      .insert(feeDiscounts)
      .values(rows.map(({ schemeId }, at) => ({ institutionId, feeId, position: at + 1, schemeId })));
}

export async function writeAudience(tx: Tx, { institutionId, id: feeId }: Fee, input: AudienceInput): Promise<void> {
  await tx.delete(feeAudience).where(and(eq(feeAudience.institutionId, institutionId), eq(feeAudience.feeId, feeId)));
  const rows = audienceRows(input);
  if (rows.length > 0) await tx.insert(feeAudience).values(rows.map((row) => ({ institutionId, feeId, ...row })));
}

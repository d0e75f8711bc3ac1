import type { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { refuseDuplicate, ValidationError } from '#kernel/errors.ts';
import { id } from '#kernel/schemas.ts';
import { checkAudience } from '../audience/check-audience.ts';
import { pickFields } from '#kernel/record-fields/record-field.ts';
import { feeFields } from '../fees.fields.ts';
import { fees, feeAudience, feeDiscounts, feeInstalments, feeParticulars } from '../fees.schema.ts';
import { FeeFields, readFine, type FeeInput, type ParticularInput } from './percent-field.ts';
import { edits } from '#kernel/edit/edit.ts';
import { editRecord } from '#kernel/edit/edit-record.ts';
import { decimal } from '#kernel/money.ts';
import { audienceInForm, audienceSets, audienceRows, type AudienceInput } from '../audience/audience-words.ts';
import { lockFee, type FeeDetails, checkFee, checkPlaces } from './fee.queries.ts';
import { and, eq, inArray, notInArray } from 'drizzle-orm';
import { billed } from '../billed.ts';

export const CreateFee = FeeFields.extend({ institutionId: id });

/** Adds a fee. Nobody is billed by it. */
export async function createFee(tx: Tx, actor: Actor, sent: z.infer<typeof CreateFee>): Promise<number> {
  const { institutionId, ...input } = sent;
  allow(actor, 'fees.edit', institutionId);
  checkFee(input, await checkPlaces(tx, institutionId, input));
  await checkAudience(tx, actor, institutionId, input.sessionId, input);
  return insertFee(tx, actor, institutionId, input);
}

export const titleTaken = (title: string): Record<string, [string, string]> => ({
  fees_title: ['title', `A fee named ${title} already exists for this term. Choose a different title.`],
});

/** Inserts a checked fee with its parts and records it. */
export async function insertFee(
  tx: Tx,
  actor: Actor,
  institutionId: number,
  input: FeeInput,
  copiedFromId: number | null = null,
): Promise<number> {
  const { title, categoryId, sessionId, termId } = input;
  const [row] = await refuseDuplicate(
    tx
      .insert(fees)
      .values({
        ...pickFields(feeFields, input),
        institutionId,
        categoryId,
        sessionId,
        termId,
        copiedFromId,
        ...readFine(input),
      })
      .returning({ id: fees.id }),
    titleTaken(title),
  );
  const fee = { institutionId, id: row!.id };
  await writeParts(tx, fee, input);
  await writeAudience(tx, fee, input);
  await record(tx, actor, 'fees.createFee', {
    institutionId,
    summary: `added the fee ${title}`,
    subject: { type: 'fee', id: fee.id },
    details: { ...input, copiedFromId },
  });
  return fee.id;
}

export const EditFee = edits(FeeFields);

/** A fee as its form shows it. */
export const feeInForm = (fee: FeeDetails) => ({
  ...fee,
  particulars: fee.particulars.map(({ id, name, categoryId, amount, isOptional }) => ({
    id,
    name,
    categoryId,
    amount,
    isOptional,
  })),
  discounts: fee.discounts.map(({ schemeId }) => ({ schemeId })),
  ...audienceInForm(fee.audience),
});

async function lockForEdit(tx: Tx, actor: Actor, feeId: number) {
  const fee = await lockFee(tx, actor, feeId);
  if (fee.isEnded) throw new ValidationError('form', `${fee.title} has ended and can’t be changed. Copy it instead.`);
  return feeInForm(fee);
}

const isAudience = (field: string) => [...audienceSets, 'joined', 'gender'].includes(field);

/** Changes a fee for bills to come. Invoices keep what they were issued with. */
export const editFee = editRecord({
  action: 'fees.editFee',
  type: 'fee',
  table: fees,
  may: 'fees.edit',
  fields: EditFee,
  lock: lockForEdit,
  sets: audienceSets,
  together: [['fineHow', 'fineAmount', 'finePercent', 'fineGraceDays', 'fineCap']],
  merging: () => ({ words: { particulars: namesOf, instalments: datesOf, discounts: countOf } }),
  read: ({ input }) => {
    const sorted = audienceSets.map((field) => [field, input[field].toSorted((a, b) => a - b)] as const);
    return { ...(input as FeeInput), ...Object.fromEntries(sorted), ...readFine(input as FeeInput) };
  },
  check: async ({ tx, actor, before, values }) => {
    checkFee(values, await checkPlaces(tx, before.institutionId, values));
    await checkAudience(tx, actor, before.institutionId, values.sessionId, values);
  },
  taken: ({ values }) => titleTaken(values.title),
  alsoWrite: async ({ tx, before, values, changes }) => {
    const isChanged = (field: string) => Object.hasOwn(changes, field);
    await writeParts(tx, before, {
      ...(isChanged('particulars') && { particulars: values.particulars }),
      ...(isChanged('instalments') && { instalments: values.instalments }),
      ...(isChanged('discounts') && { discounts: values.discounts }),
    });
    if (Object.keys(changes).some(isAudience)) await writeAudience(tx, before, values);
  },
  nameOf: ({ values }) => values.title,
});

const namesOf = (rows: unknown) =>
  (rows as FeeInput['particulars']).map(({ name, amount }) => `${name} ${decimal(amount)}`).join(', ');
const datesOf = (rows: unknown) => (rows as FeeInput['instalments']).map(({ dueOn }) => dueOn).join(', ');
const countOf = (rows: unknown) => `${(rows as unknown[]).length} discounts`;

interface Fee {
  institutionId: number;
  id: number;
}

/** Writes the lists of a fee that changed; all of a new one. */
async function writeParts(tx: Tx, fee: Fee, input: Partial<FeeInput>): Promise<void> {
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

async function writeAudience(tx: Tx, { institutionId, id: feeId }: Fee, input: AudienceInput): Promise<void> {
  await tx.delete(feeAudience).where(and(eq(feeAudience.institutionId, institutionId), eq(feeAudience.feeId, feeId)));
  const rows = audienceRows(input);
  if (rows.length > 0) await tx.insert(feeAudience).values(rows.map((row) => ({ institutionId, feeId, ...row })));
}

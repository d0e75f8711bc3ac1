import { and, eq } from 'drizzle-orm';
import { allow, membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { render, type Tx, sqlRows } from '#kernel/database.ts';
import { edits } from '#kernel/edit/edit.ts';
import { editRecord } from '#kernel/edit/edit-record.ts';
import { ValidationError } from '#kernel/errors.ts';
import { examSeats, examSittings } from '../decisions.schema.ts';
import { lockIntake } from '../lock-applications.ts';
import { lockSitting, SittingFields, type SittingInput } from './sitting-papers.ts';

async function momentOf(tx: Tx, actor: Actor, institutionId: number, local: string): Promise<Date> {
  const { timeZone } = membershipIn(actor, institutionId)!;
  const rows = await sqlRows<{ at: Date }>(tx, render)`select ${local}::timestamp at time zone ${timeZone} as at`;
  return rows[0]!.at;
}

/** Adds a sitting of the entrance examination in a hall. */
export async function addSitting(tx: Tx, actor: Actor, intakeId: number, input: SittingInput): Promise<number> {
  const { institutionId } = await lockIntake(tx, actor, intakeId);
  allow(actor, 'admissions.review', institutionId);
  const startsAt = await momentOf(tx, actor, institutionId, input.startsAt);
  const [row] = await tx
    .insert(examSittings)
    .values({ institutionId, intakeId, ...input, startsAt, accountId: actor.accountId })
    .returning({ id: examSittings.id });
  await record(tx, actor, 'admissions.addSitting', {
    institutionId,
    summary: `added a sitting of the entrance examination in ${input.venue}`,
    subject: { type: 'exam sitting', id: row!.id },
    details: { ...input, intakeId },
  });
  return row!.id;
}

export const EditSitting = edits(SittingFields);

async function lockForEdit(tx: Tx, actor: Actor, sittingId: number) {
  const sitting = await lockSitting(tx, actor, sittingId);
  const { timeZone } = membershipIn(actor, sitting.institutionId)!;
  const rows = await sqlRows<{ local: string; highest: number }>(tx, render)`
    select to_char(starts_at at time zone ${timeZone}, 'YYYY-MM-DD"T"HH24:MI') as local,
      (select coalesce(max(seat), 0) from exam_seats
        where institution_id = ${sitting.institutionId} and sitting_id = ${sittingId}) as highest
    from exam_sittings where institution_id = ${sitting.institutionId} and id = ${sittingId}`;
  return { ...sitting, ...rows[0]! };
}

/** Changes day, hall or seats. Applicants who were invited get new slips from the list. */
export const editSitting = editRecord({
  action: 'admissions.editSitting',
  type: 'exam sitting',
  table: examSittings,
  may: 'admissions.review',
  fields: EditSitting,
  lock: lockForEdit,
  inForm: ({ local, ...sitting }) => ({ ...sitting, startsAt: local }),
  read: async ({ tx, actor, before, input }) => ({
    ...(input as SittingInput),
    startsAt: await momentOf(tx, actor, before.institutionId, (input as SittingInput).startsAt),
  }),
  check: ({ before, values }) => {
    if (values.seats < before.highest)
      throw new ValidationError('seats', `Seat ${before.highest} is taken. Enter ${before.highest} or more.`);
  },
  nameOf: ({ before }) => `the sitting in ${before.venue}`,
});

/** Frees the seats of a sitting, so that its applicants can be seated again. */
export async function emptySitting(tx: Tx, actor: Actor, sittingId: number): Promise<number> {
  const { institutionId, venue } = await lockSitting(tx, actor, sittingId);
  const freed = await tx
    .delete(examSeats)
    .where(and(eq(examSeats.institutionId, institutionId), eq(examSeats.sittingId, sittingId)))
    .returning({ id: examSeats.applicationId });
  if (freed.length > 0)
    await record(tx, actor, 'admissions.emptySitting', {
      institutionId,
      summary: `freed ${freed.length} seats in ${venue}`,
      subject: { type: 'exam sitting', id: sittingId },
      details: { applications: freed.map(({ id }) => id) },
    });
  return freed.length;
}

/** Deletes a sitting in which nobody has a seat. */
export async function deleteSitting(tx: Tx, actor: Actor, sittingId: number): Promise<number> {
  const { institutionId, intakeId, venue } = await lockSitting(tx, actor, sittingId);
  const taken = await tx.$count(
    examSeats,
    and(eq(examSeats.institutionId, institutionId), eq(examSeats.sittingId, sittingId)),
  );
  if (taken > 0)
    throw new ValidationError('form', `${taken} applicants have a seat in ${venue}. Free the seats first.`);
  await tx
    .delete(examSittings)
    .where(and(eq(examSittings.institutionId, institutionId), eq(examSittings.id, sittingId)));
  await record(tx, actor, 'admissions.deleteSitting', {
    institutionId,
    summary: `deleted the sitting in ${venue}`,
    subject: { type: 'exam sitting', id: sittingId },
  });
  return intakeId;
}

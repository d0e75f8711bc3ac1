import { and, eq, sql, inArray, isNull } from 'drizzle-orm';
import { allow, membershipIn, type Actor, institutionsWhere } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { render, type Tx, query, type Db, hasKey } from '#kernel/database.ts';
import { edits } from '#kernel/edit/edit.ts';
import { editRecord } from '#kernel/edit/edit-record.ts';
import { ValidationError, NotFound, orNotFound } from '#kernel/errors.ts';
import { examSeats, examSittings } from '../decisions.schema.ts';
import { lockIntake } from '../lock-applications.ts';
import { localPaths, type Files } from '#kernel/files.ts';
import { qrOf } from '#kernel/qr.ts';
import { countOf, dateTimeText } from '#ui/format.ts';
import { letterheadOf } from '#features/school/institutions/letterhead.queries.ts';
import { ownHosts } from '#features/school/site/own-hosts.ts';
import { localMomentText } from '../shared/intake-text.ts';
import { statusAddress, applicationOf, writeToApplicants } from '../notify-applicants.ts';
import { z } from 'zod';
import { emptyIsNull, line, localMoment } from '#kernel/schemas.ts';
import { applicationName } from '../application-name.ts';

async function momentOf(tx: Tx, actor: Actor, institutionId: number, local: string): Promise<Date> {
  const { timeZone } = membershipIn(actor, institutionId)!;
  const rows = await query<{ at: Date }>(tx, render)`select ${local}::timestamp at time zone ${timeZone} as at`;
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

export const SittingFields = z.object({
  startsAt: localMoment,
  venue: line(120, 'The hall'),
  seats: z.coerce
    .number('Enter the number of seats.')
    .int('Enter a whole number.')
    .min(1, 'Enter 1 or more.')
    .max(5000, 'A hall can have up to 5,000 seats.'),
  note: emptyIsNull(line(300, 'The note')),
});
export type SittingInput = z.infer<typeof SittingFields>;

export const EditSitting = edits(SittingFields);

async function lockForEdit(tx: Tx, actor: Actor, sittingId: number) {
  const sitting = await lockSitting(tx, actor, sittingId);
  const { timeZone } = membershipIn(actor, sitting.institutionId)!;
  const rows = await query<{ local: string; highest: number }>(tx, render)`
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
  await tx.delete(examSittings).where(hasKey(examSittings, institutionId, sittingId));
  await record(tx, actor, 'admissions.deleteSitting', {
    institutionId,
    summary: `deleted the sitting in ${venue}`,
    subject: { type: 'exam sitting', id: sittingId },
  });
  return intakeId;
}

/** The data of the invitation slips or the register of a sitting. The print is recorded. */
export async function sittingPaper(
  tx: Tx,
  actor: Actor,
  files: Files,
  sittingId: number,
  kind: 'slips' | 'register',
  origin: string | null,
) {
  const sitting = await findSitting(tx, actor, sittingId);
  const { institutionId } = sitting;
  allow(actor, 'admissions.review', institutionId);
  const seats = await seatedIn(tx, sitting);
  if (seats.length === 0) throw new ValidationError('form', 'Nobody has a seat in this sitting yet. Give seats first.');
  const [site] = await query<{ slug: string; hosts: string[] }>(tx)`
    select w.slug, ${ownHosts(sql`w.institution_id`)} as hosts from sites w where w.institution_id = ${institutionId}`;
  const address = site && statusAddress(site, origin);
  await record(tx, actor, 'admissions.printSitting', {
    institutionId,
    summary: `printed the ${kind === 'slips' ? 'invitation slips' : 'register'} of ${countOf(seats.length, 'applicant')} for ${sitting.venue}`,
    subject: { type: 'exam sitting', id: sittingId },
  });
  const photos = await localPaths(
    files,
    seats.flatMap(({ photo }, id) => (photo ? [{ id, storedAs: photo }] : [])),
  );
  return {
    letterhead: await letterheadOf(tx, files, institutionId),
    intake: sitting.intake,
    venue: sitting.venue,
    note: sitting.note,
    /** `12 Jan 2027, 09:00 am`. */
    when: localMomentText(sitting.startsAt),
    seats: seats.map(({ photo: _, ...seat }, id) => ({ ...seat, photoPath: photos.get(id) ?? null })),
    qr: address ? qrOf(address) : null,
  };
}

export type SittingPaper = Awaited<ReturnType<typeof sittingPaper>>;

/** Locks the intake of a sitting, then the sitting. */
export async function lockSitting(tx: Tx, actor: Actor, sittingId: number) {
  const wanted = and(
    inArray(examSittings.institutionId, institutionsWhere(actor, 'admissions.view')),
    eq(examSittings.id, sittingId),
  );
  const [found] = await tx.select({ intakeId: examSittings.intakeId }).from(examSittings).where(wanted);
  if (!found) throw new NotFound('sitting');
  const intake = await lockIntake(tx, actor, found.intakeId);
  allow(actor, 'admissions.review', intake.institutionId);
  const [sitting] = await tx.select().from(examSittings).where(wanted).for('no key update');
  return orNotFound(sitting, 'sitting');
}

interface SittingDetails {
  id: number;
  institutionId: number;
  intakeId: number;
  /** In the institution's time, yyyy-mm-ddThh:mm. */
  startsAt: string;
  venue: string;
  seats: number;
  note: string | null;
  intake: string;
}

/** A sitting as its form and papers show it; NotFound for people who can't see it. */
export async function findSitting(db: Db, actor: Actor, sittingId: number): Promise<SittingDetails> {
  const rows = await query<SittingDetails>(db, render)`
    select s.id, s.institution_id as "institutionId", s.intake_id as "intakeId", s.venue, s.seats, s.note,
      to_char(s.starts_at at time zone n.time_zone, 'YYYY-MM-DD"T"HH24:MI') as "startsAt", p.name || ', ' || y.name as intake
    from exam_sittings s join institutions n on n.id = s.institution_id
    join intakes i on (i.institution_id, i.id) = (s.institution_id, s.intake_id)
    join programs p on (p.institution_id, p.id) = (i.institution_id, i.program_id)
    join academic_sessions y on (y.institution_id, y.id) = (i.institution_id, i.session_id)
    where s.institution_id = any (${sql.param(institutionsWhere(actor, 'admissions.view'))}::int[]) and s.id = ${sittingId}`;
  return orNotFound(rows[0], 'sitting');
}

interface Seated {
  seat: number;
  number: string;
  name: string;
  class: string | null;
  /** Where its photo is stored. */
  photo: string | null;
}

/** The applicants of a sitting in the order of their seats. */
async function seatedIn(db: Db, { institutionId, id }: SittingDetails): Promise<Seated[]> {
  const rows = await query<Seated>(db, render)`
    select e.seat, a.number, ${applicationName} as name,
      (select c.name from classes c where (c.institution_id, c.id) = (a.institution_id, a.class_id)) as class,
      (select f.stored_as from files f where (f.institution_id, f.id) = (a.institution_id, coalesce(a.photo_small_id, a.photo_id))) as photo
    from exam_seats e join applications a on (a.institution_id, a.id) = (e.institution_id, e.application_id)
    where e.institution_id = ${institutionId} and e.sitting_id = ${id} order by e.seat`;
  return rows;
}

/** Tells the applicants of a sitting where and when to come; those who were told already are skipped. */
export async function inviteToSitting(tx: Tx, actor: Actor, sittingId: number, origin: string | null) {
  const { institutionId, intakeId, venue, startsAt } = await lockSitting(tx, actor, sittingId);
  const seats = await tx
    .update(examSeats)
    .set({ invitedAt: sql`now()` })
    .where(
      and(eq(examSeats.institutionId, institutionId), eq(examSeats.sittingId, sittingId), isNull(examSeats.invitedAt)),
    )
    .returning({ applicationId: examSeats.applicationId, seat: examSeats.seat });
  if (seats.length === 0) return { intakeId, invited: 0 };
  const when = dateTimeText(startsAt, membershipIn(actor, institutionId)!.timeZone);
  const seatOf = new Map(seats.map(({ applicationId, seat }) => [applicationId, seat]));
  await writeToApplicants(tx, institutionId, [...seatOf.keys()], (told) => {
    const { school, id } = told;
    const address = statusAddress(told, origin);
    const link = address ? ` Print the slip: ${address}` : '';
    return `${school}: entrance examination, ${applicationOf(told)}: ${when}, ${venue}, seat ${seatOf.get(Number(id))}.${link}`;
  });
  await record(tx, actor, 'admissions.invite', {
    institutionId,
    summary: `invited ${countOf(seats.length, 'applicant')} to the entrance examination in ${venue}`,
    subject: { type: 'exam sitting', id: sittingId },
    details: { applications: [...seatOf.keys()] },
  });
  return { intakeId, invited: seats.length };
}

import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { membershipIn, systemActor, type Actor } from '#kernel/actor.ts';
import { record, sentence } from '#kernel/audit.ts';
import { clipped } from '#kernel/clipped.ts';
import { query, type Tx } from '#kernel/database.ts';
import { NotFound, ValidationError } from '#kernel/errors.ts';
import { notify } from '#kernel/notify.ts';
import { optionalLine } from '#kernel/schemas.ts';
import { countOf } from '#ui/format.ts';
import { takenRegister, markIn } from '../registers/register-page.queries.ts';
import { findPlace, type RegisterPlace } from '../registers/place.queries.ts';
import { writeRegister } from '../registers/write-register.ts';
import { excuseStates } from './excuse-labels.ts';
import { daysText, findExcuse, type ExcuseRow, decidedBy } from './excuses.ts';
import { findFile, keepFile, type StoredFile } from '#kernel/files.ts';
import { logAccess } from '#features/records/people/history.queries.ts';
import type { DocumentFile } from '#features/records/people/documents/serve-documents.ts';

export const DecideExcuse = z.object({
  state: z.enum(['accepted', 'refused'], 'Choose whether to accept it.'),
  answer: optionalLine(300, 'The answer'),
});
type Decision = z.output<typeof DecideExcuse>;

/**
 * Accepts or refuses a reason. An accepted one marks registers to come, and takes the place of “absent” in those that were
 * taken. Locks batches, then registers, then the reason (decision 0017).
 */
export async function decideExcuse(tx: Tx, actor: Actor, id: number, { state, answer }: Decision) {
  const seen = await findExcuse(tx, actor, id);
  await refuseUnlessDeciding(tx, actor, id);
  if (state === 'refused' && answer === null) throw new ValidationError('answer', 'Enter a reason for refusing it.');
  const changed = state === 'accepted' ? await excuseMarks(tx, actor, seen) : 0;
  const excuse = await lockOpen(tx, actor, seen);
  const { institutionId, studentId, student, startsOn, endsOn } = excuse;
  await tx.execute(sql`update attendance_excuses set state = ${state}, answer = ${answer}, decided_by = ${actor.accountId}, decided_at = now()
    where institution_id = ${institutionId} and id = ${id}`);
  const days = daysText(startsOn, endsOn);
  await tellSender(tx, actor, excuse, { state, answer });
  await record(tx, actor, state === 'accepted' ? 'attendance.acceptExcuse' : 'attendance.refuseExcuse', {
    institutionId,
    subject: { type: 'student', id: studentId },
    summary: sentence`${state} the reason for the absence of ${{ of: 'student', id: studentId, name: student }}, ${days}`,
    details: { from: startsOn, to: endsOn, changedMarks: changed, ...(answer && { answer }) },
  });
  const marks = changed > 0 ? ` ${countOf(changed, 'mark')} changed.` : '';
  return `${excuseStates[state]}: ${student}, ${days}.${marks}`;
}

async function refuseUnlessDeciding(tx: Tx, actor: Actor, id: number): Promise<void> {
  const [row] = await query(tx)`
    select from attendance_excuses x join students s on (s.institution_id, s.id) = (x.institution_id, x.student_id)
      where x.id = ${id} and (${decidedBy(actor)})`;
  if (!row) throw new NotFound('reason for absence');
}

/** Turns “absent” into what the reason says. Registers of closed sessions stay. */
async function excuseMarks(tx: Tx, actor: Actor, excuse: ExcuseRow): Promise<number> {
  const { institutionId, studentId, startsOn, endsOn, kind, reason } = excuse;
  const writer = withAllRegisters(actor, institutionId);
  const places: RegisterPlace[] = [];
  for (const { termId, ...key } of await absentRegisters(tx, institutionId, studentId, [startsOn, endsOn]))
    places.push({ ...(await findPlace(tx, writer, key, { hold: true })), termId });
  await tx.execute(
    sql`select from students s where s.institution_id = ${institutionId} and s.id = ${studentId} for share`,
  );
  let changed = 0;
  for (const place of places) {
    const register = place.isSessionClosed ? null : await takenRegister(tx, place, { lock: true });
    const before = markIn(register, studentId);
    if (!register || before?.kind !== 'absent') continue;
    const changes = [{ studentId, before, after: { ...before, kind, codeId: null } }];
    await writeRegister(tx, actor, place, register, {
      changes,
      reason: clipped(`Reason accepted: ${reason}`, 200),
      markedAt: new Date(),
    });
    changed += 1;
  }
  return changed;
}

/** A person who decides on a reason changes all registers of its days, also those of a batch that the student has left. */
function withAllRegisters(actor: Actor, institutionId: number): Actor {
  const membership = membershipIn(actor, institutionId)!;
  const [{ permissions }] = systemActor(institutionId, actor.name).institutions as [Actor['institutions'][number]];
  return { ...actor, institutions: [{ ...membership, permissions }] };
}

/** As it is now: nobody has decided or removed it meanwhile. */
async function lockOpen(tx: Tx, actor: Actor, { institutionId, id }: ExcuseRow): Promise<ExcuseRow> {
  await tx.execute(
    sql`select from attendance_excuses x where x.institution_id = ${institutionId} and x.id = ${id} for update`,
  );
  const now = await findExcuse(tx, actor, id);
  if (now.state !== 'open')
    throw new ValidationError(
      'state',
      `${now.decidedBy ?? 'Someone else'} has ${now.state} it already. Reload the page.`,
    );
  return now;
}

async function tellSender(
  tx: Tx,
  actor: Actor,
  { institutionId, id, student, startsOn, endsOn }: ExcuseRow,
  { state, answer }: Decision,
) {
  const sender = await query<{ accountId: number }>(tx)`
    select account_id as "accountId" from attendance_excuses where institution_id = ${institutionId} and id = ${id} and account_id is not null`;
  await notify(tx, {
    institutionId,
    kind: 'attendance.excuse',
    href: '/my-excuses',
    except: actor.accountId,
    to: sender.map(({ accountId }) => Number(accountId)),
    title: `Reason ${state}: ${student}, ${daysText(startsOn, endsOn)}`,
    body: answer,
  });
}

/** An open reason that the actor sent: its paper can still be changed. */
export async function lockOwnExcuse(tx: Tx, actor: Actor, id: number) {
  const excuse = await findExcuse(tx, actor, id);
  await tx.execute(
    sql`select from attendance_excuses x where x.institution_id = ${excuse.institutionId} and x.id = ${id} for update`,
  );
  const now = await findExcuse(tx, actor, id);
  if (!now.isMine) throw new NotFound('reason for absence');
  if (now.state !== 'open')
    throw new ValidationError('file', 'The school has already answered. Send a new note with the document.');
  return now;
}

/** Attaches a paper to a reason, in place of the one before, whose stored file is returned. */
export async function attachPaper(
  tx: Tx,
  actor: Actor,
  id: number,
  file: StoredFile & Pick<DocumentFile, 'mediaType'>,
): Promise<string | null> {
  const excuse = await lockOwnExcuse(tx, actor, id);
  const { institutionId, studentId, student, fileId: before } = excuse;
  const old = before === null ? null : await findFile(tx, institutionId, before);
  const name = `Document for ${student}`;
  const fileId = await keepFile(tx, actor, institutionId, { ...file, name, purpose: 'excuse' });
  await tx.execute(
    sql`update attendance_excuses set file_id = ${fileId} where institution_id = ${institutionId} and id = ${id}`,
  );
  if (old) await tx.execute(sql`delete from files where institution_id = ${institutionId} and id = ${old.id}`);
  await record(tx, actor, 'attendance.attachPaper', {
    institutionId,
    subject: { type: 'student', id: studentId },
    summary: sentence`attached a document to the reason for the absence of ${{ of: 'student', id: studentId, name: student }}`,
  });
  return old?.storedAs ?? null;
}

/** The paper of a reason that the actor may see. Who opened it is recorded. */
export async function openPaper(tx: Tx, actor: Actor, id: number) {
  const { institutionId, fileId, studentId } = await findExcuse(tx, actor, id);
  if (fileId === null) throw new NotFound('paper');
  const file = await findFile(tx, institutionId, fileId);
  await logAccess(tx, actor, {
    institutionId,
    entity: 'student',
    subjectId: studentId,
    groups: ['private'],
    place: 'file',
  });
  return file;
}

/** Registers of the days on which the student was marked absent, in the order in which their batches are locked. */
const absentRegisters = (tx: Tx, institutionId: number, studentId: number, [from, to]: readonly [string, string]) =>
  query<{ batchId: number; onDate: string; sitting: number; offeringId: number | null; termId: number }>(tx)`
    select r.batch_id::bigint as "batchId", r.on_date::text as "onDate", r.sitting, r.offering_id::bigint as "offeringId",
        r.term_id::bigint as "termId"
      from attendance_marks m join attendance_registers r on (r.institution_id, r.id) = (m.institution_id, m.register_id)
      where m.institution_id = ${institutionId} and m.student_id = ${studentId} and m.kind = 'absent'
        and m.on_date between ${from}::date and ${to}::date
      order by r.batch_id, r.on_date, r.sitting, r.id`;

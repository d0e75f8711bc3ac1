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
import { takenRegister, markIn } from '../registers/marks.queries.ts';
import { findPlace, type RegisterPlace } from '../registers/place.queries.ts';
import { writeRegister } from '../registers/write-register.ts';
import { absentRegisters } from './excuse-paper.ts';
import { excuseStates } from './excuse-words.ts';
import { findExcuse, type ExcuseRow } from './excuses.queries.ts';
import { daysInWords } from './send-excuse.ts';
import { decidedBy } from './visible-excuses.ts';

export const DecideExcuse = z.object({
  state: z.enum(['accepted', 'refused'], 'Choose whether you accept it.'),
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
  if (state === 'refused' && answer === null) throw new ValidationError('answer', 'Say why it is refused.');
  const changed = state === 'accepted' ? await excuseMarks(tx, actor, seen) : 0;
  const excuse = await lockOpen(tx, actor, seen);
  const { institutionId, studentId, student, startsOn, endsOn } = excuse;
  await tx.execute(sql`update attendance_excuses set state = ${state}, answer = ${answer}, decided_by = ${actor.accountId}, decided_at = now()
    where institution_id = ${institutionId} and id = ${id}`);
  const days = daysInWords(startsOn, endsOn);
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
  const [row] = await query(
    tx,
    sql`select from attendance_excuses x join students s on (s.institution_id, s.id) = (x.institution_id, x.student_id)
      where x.id = ${id} and (${decidedBy(actor)})`,
  );
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
      `${now.decidedBy ?? 'Somebody else'} has ${now.state} it already. Reload the page.`,
    );
  return now;
}

async function tellSender(
  tx: Tx,
  actor: Actor,
  { institutionId, id, student, startsOn, endsOn }: ExcuseRow,
  { state, answer }: Decision,
) {
  const sender = await query<{ accountId: number }>(
    tx,
    sql`select account_id as "accountId" from attendance_excuses where institution_id = ${institutionId} and id = ${id} and account_id is not null`,
  );
  await notify(tx, {
    institutionId,
    kind: 'attendance.excuse',
    href: '/my-excuses',
    except: actor.accountId,
    to: sender.map(({ accountId }) => Number(accountId)),
    title: `Reason ${state}: ${student}, ${daysInWords(startsOn, endsOn)}`,
    body: answer,
  });
}

import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { formatDay, today } from '#kernel/dates.ts';
import { NotAllowed, ValidationError } from '#kernel/errors.ts';
import { day, id } from '#kernel/schemas.ts';
import { MarkField, markProblem, type Code } from '../marks/mark-fields.ts';
import { sameMark, type Mark } from '../marks/mark.ts';
import { codesOf } from '../setup/add-code.ts';
import { writeRegister, type ChangedMark } from './write-register.ts';
import { can, type Actor } from '#kernel/actor.ts';
import { query, type Tx } from '#kernel/database.ts';
import { markIn, takenRegister, type TakenRegister, idsOnRoll } from './register-page.queries.ts';
import { closedReason, findPlace, mayChange, mayTake, type RegisterPlace } from './place.queries.ts';

/** Milliseconds since 1970 by the device's clock. */
const moment = z.number().int().min(0).max(8.64e15);

export const SaveRegister = z.object({
  batchId: id,
  onDate: day,
  sitting: z.number().int().min(0).max(60),
  offeringId: id.nullable(),
  /** When the person marked, and when the device sends it: the difference is true also where the clock is wrong. */
  markedAt: moment,
  sentAt: moment,
  /** The person has chosen the day although the clock of the device was wrong. */
  isDayConfirmed: z.boolean(),
  reason: z.string().trim().max(200, 'A reason can have up to 200 characters.'),
  marks: z
    .array(z.object({ studentId: id, mark: MarkField, was: MarkField.nullable() }))
    .min(1, 'Mark at least one student.')
    .max(5000, 'Save up to 5,000 marks at once.'),
});
type SentRegister = z.infer<typeof SaveRegister>;

interface MarkProblem {
  studentId: number;
  message: string;
  /** What somebody else has marked meanwhile; null: nothing. */
  current?: Mark | null;
}

interface SavedRegister {
  saved: number;
  problems: MarkProblem[];
}

/** A clock may be wrong by so much. */
const clockTolerance = 6 * 3_600_000;

/**
 * Takes a register, or changes one. A mark that does not fit, and one that somebody else has changed since it was shown,
 * is left alone and named; the others are saved. Sending the same again changes nothing.
 */
export async function saveRegister(tx: Tx, actor: Actor, sent: SentRegister): Promise<SavedRegister> {
  const place = await findPlace(tx, actor, sent, { hold: true });
  refuseUnlessOpen(actor, place);
  refuseWrongClock(actor, place, sent);
  // In one trip: what is made is found by the question behind it.
  const [codes, roll, , found] = await Promise.all([
    codesOf(tx, place.institutionId),
    idsOnRoll(tx, place),
    createRegister(tx, actor, place, takenAt(sent)),
    takenRegister(tx, place, { lock: true }),
  ]);
  const register = found!;
  const { changes, problems } = sortOut(place, sent, { codes, register, roll });
  if (register.roll.length === 0 && changes.length === 0) await dropEmptyRegister(tx, place, register);
  else writeRegister(tx, actor, place, register, { changes, reason: sent.reason, markedAt: takenAt(sent) });
  return { saved: changes.length, problems };
}

function refuseUnlessOpen(actor: Actor, place: RegisterPlace): void {
  if (!mayTake(actor, place) && !can(actor, 'attendance.correct', place.institutionId)) throw new NotAllowed();
  const closed = closedReason(place);
  if (closed) throw new ValidationError('onDate', closed);
  if (!mayChange(actor, place))
    throw new ValidationError(
      'onDate',
      `The register of ${formatDay(place.onDate)} can no longer be changed by teachers. Ask the office to correct it.`,
    );
}

/** When the person marked, by the clock of the server. */
const takenAt = ({ markedAt, sentAt }: SentRegister): Date =>
  new Date(Math.min(Date.now(), Date.now() - Math.max(0, sentAt - markedAt)));

/**
 * A device whose clock is wrong by a day shows the register of another day as that of today. The person who marked is
 * asked which day it was.
 */
function refuseWrongClock(actor: Actor, place: RegisterPlace, sent: SentRegister): void {
  if (sent.isDayConfirmed || Math.abs(sent.sentAt - Date.now()) < clockTolerance) return;
  const { timeZone } = actor.institutions.find((one) => one.id === place.institutionId)!;
  const [byDevice, really] = [today(timeZone, new Date(sent.markedAt)), today(timeZone, takenAt(sent))];
  if (sent.onDate !== byDevice || byDevice === really) return;
  throw new ValidationError(
    'clock',
    `This device’s clock is wrong: it showed ${formatDay(byDevice)} on ${formatDay(really)}. Set the clock, then choose the day of this register.`,
  );
}

interface Known {
  codes: readonly Code[];
  register: TakenRegister;
  /** Who is called now. */
  roll: ReadonlySet<number>;
}

function sortOut(place: RegisterPlace, sent: SentRegister, { codes, register, roll }: Known) {
  const problems: MarkProblem[] = [];
  const changes: ChangedMark[] = [];
  const done = new Set<number>();
  for (const { studentId, mark, was } of sent.marks) {
    const problem = (message: string, more: object = {}) => problems.push({ studentId, message, ...more });
    const current = markIn(register, studentId);
    if (done.has(studentId)) {
      problem('This student is marked twice. Reload the page.');
      continue;
    }
    done.add(studentId);
    if (current === null && !roll.has(studentId)) {
      problem(`Not in ${place.batch} on ${formatDay(place.onDate)}, so this was not saved.`);
      continue;
    }
    if (sameMark(mark, current)) continue;
    const wrong = markProblem(mark, codes, current);
    if (wrong) problem(wrong);
    else if (!sameMark(current, was)) problem(whoMarked(register, studentId), { current });
    else if (current !== null && place.onDate < place.today && sent.reason === '')
      problem('Enter a reason for correcting it after the day.');
    else changes.push({ studentId, before: current, after: mark });
  }
  return { changes, problems };
}

function whoMarked(register: TakenRegister, studentId: number): string {
  const mark = register.marks.find((one) => one.studentId === studentId);
  return `${mark?.markedBy ?? register.takenBy ?? 'Someone else'} has since marked this student.`;
}

/** Makes the register of a place if nobody has taken it; of two who take it at once the second waits for the first. */
const createRegister = (tx: Tx, actor: Actor, place: RegisterPlace, takenAt: Date) => {
  const { institutionId, batchId, termId, onDate, sitting, offeringId } = place;
  return query(tx)`
    insert into attendance_registers (institution_id, batch_id, term_id, on_date, sitting, offering_id, roll, taken_by, taken_at)
      values (${institutionId}, ${batchId}, ${termId}, ${onDate}, ${sitting}, ${offeringId}, '{}', ${actor.accountId}, ${takenAt.toISOString()})
      on conflict on constraint attendance_registers_once do nothing`;
};

/** A register in which nothing could be marked was not taken. */
const dropEmptyRegister = (tx: Tx, { institutionId }: RegisterPlace, { id }: TakenRegister) =>
  tx.execute(
    sql`delete from attendance_registers r where r.institution_id = ${institutionId} and r.id = ${id} and r.roll = '{}'`,
  );

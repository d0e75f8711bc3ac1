import { sql } from 'drizzle-orm';
import type { LeaveRequest } from './requests.queries.ts';
import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { query, type Tx, type Db } from '#kernel/database.ts';
import { formatDay } from '#kernel/dates.ts';
import { Conflict, NotAllowed, ValidationError, orNotFound } from '#kernel/errors.ts';
import { employeesOf, notify, takeBack } from '#kernel/notify.ts';
import { isOwnRecord, visibleRequests, type OwnEmployee } from '../leave.policy.ts';
import { leaveHalves } from '../leave-kinds.ts';
import { balancesOf, countDays, type LeaveBalance } from '../balances/balances.queries.ts';
import { checkbox, choice, day, emptyIsNull, id, optionalLine } from '#kernel/schemas.ts';
import { keepFile, type StoredFile } from '#kernel/files.ts';

type Decision = z.output<typeof DecideRequest>;

/** Approves leave: its days are counted once more and then stay. Nobody approves their own. */
export async function approveRequest(tx: Tx, actor: Actor, id: number, input: Decision): Promise<void> {
  const request = await lockToDecide(tx, actor, id);
  const checked = await checkRequest(tx, request, request);
  const { balance, days } = checked;
  // The days of this request are among those that were asked for.
  const left = balance.left === null ? null : balance.entitled! - balance.approved;
  refuseBeyond({ ...checked, balance: { ...balance, left } }, 'answer');
  if (balance.needsPaper && request.fileId === null && !input.withoutPaper)
    throw new ValidationError(
      'withoutPaper',
      'This type of leave needs a document, and none is attached. Tick the box to approve without it.',
    );
  await write(tx, actor, request, 'approved', input.answer, days);
}

/** Refuses leave, with a reason for the employee. */
export async function refuseRequest(tx: Tx, actor: Actor, id: number, { answer }: Decision): Promise<void> {
  const request = await lockToDecide(tx, actor, id);
  if (!answer) throw new ValidationError('answer', 'Enter a reason, so that the employee can plan.');
  await write(tx, actor, request, 'refused', answer);
}

/** Cancels leave: one's own before it begins, that of others at any time by people who decide. */
export async function cancelRequest(tx: Tx, actor: Actor, id: number, today: (institutionId: number) => string) {
  const request = await lockRequest(tx, actor, id);
  const { institutionId, state, startsOn } = request;
  const isOwn = isOwnRecord(actor, request);
  if (!isOwn) allow(actor, 'leave.approve', institutionId);
  if (state !== 'asked' && state !== 'approved')
    throw new Conflict('This leave has already been refused or cancelled.');
  if (isOwn && state === 'approved' && startsOn <= today(institutionId))
    throw new Conflict('This leave has begun. Ask HR to end it.');
  await write(tx, actor, request, 'cancelled', null);
}

async function lockToDecide(tx: Tx, actor: Actor, id: number): Promise<LockedRequest> {
  const request = await lockRequest(tx, actor, id);
  allow(actor, 'leave.approve', request.institutionId);
  if (isOwnRecord(actor, request) || request.askedBy === actor.accountId)
    throw new NotAllowed('You can’t decide on your own leave. Ask a colleague to do it.');
  if (request.state !== 'asked') throw new Conflict('Someone has already decided on this request. Reload the page.');
  return request;
}

const verbs = { approved: 'approved', refused: 'refused', cancelled: 'cancelled' } as const;

async function write(
  tx: Tx,
  actor: Actor,
  { id, institutionId, employeeId, startsOn, endsOn }: LockedRequest,
  state: keyof typeof verbs,
  answer: string | null,
  days?: number,
): Promise<void> {
  await tx.execute(sql`update leave_requests set state = ${state}, answer = coalesce(${answer}, answer),
      decided_by = ${actor.accountId}::bigint, decided_at = now(), days = coalesce(${days ?? null}::numeric, days)
    where institution_id = ${institutionId} and id = ${id}::bigint`);
  const when = `${formatDay(startsOn)} to ${formatDay(endsOn)}`;
  await record(tx, actor, `leave.${state}`, {
    institutionId,
    summary: `${verbs[state]} leave from ${when}`,
    subject: { type: 'employee', id: employeeId },
    details: { request: id, ...(days !== undefined && { days }) },
  });
  await takeBack(tx, institutionId, `leave:${id}`);
  await notify(tx, {
    institutionId,
    to: employeesOf(institutionId, sql`select ${employeeId}::bigint`),
    except: actor.accountId,
    kind: `leave.${state}`,
    title: `Your leave from ${when} was ${verbs[state]}`,
    body: answer,
    href: `/leave-requests/${id}`,
  });
}

interface LockedRequest extends Pick<LeaveRequest, 'id' | 'institutionId' | 'employeeId' | 'half' | 'state'> {
  typeId: number;
  startsOn: string;
  endsOn: string;
  fileId: number | null;
  askedBy: number | null;
}

/** Locks a request with its employee, whose days are counted; NotFound if the actor may not see it. */
export async function lockRequest(tx: Tx, actor: Actor, id: number): Promise<LockedRequest> {
  const where = sql`r.id = ${id}::bigint and ${visibleRequests(actor)}`;
  await tx.execute(sql`select from employees e where (e.institution_id, e.id) in
    (select r.institution_id, r.employee_id from leave_requests r where ${where}) for no key update`);
  const [request] = await query<LockedRequest>(tx)`
    select r.id::bigint, r.institution_id as "institutionId", r.employee_id::bigint as "employeeId", r.type_id::bigint as "typeId",
        r.starts_on::text as "startsOn", r.ends_on::text as "endsOn", r.half, r.state, r.file_id::bigint as "fileId",
        r.asked_by::bigint as "askedBy"
      from leave_requests r where ${where} for no key update`;
  return orNotFound(request, 'leave request');
}

type Asked = Omit<z.output<typeof RequestFields>, 'institutionId' | 'reason'>;

interface CheckedRequest {
  startsOn: string;
  endsOn: string;
  days: number;
  balance: LeaveBalance;
}

/** Counts the days that somebody asks for, and refuses what there is not. */
export async function checkRequest(db: Db, of: OwnEmployee, asked: Asked): Promise<CheckedRequest> {
  const { startsOn, half } = asked;
  const endsOn = asked.endsOn ?? startsOn;
  if (endsOn < startsOn) throw new ValidationError('endsOn', 'The last day is before the first day.');
  if (startsOn.slice(0, 4) !== endsOn.slice(0, 4))
    throw new ValidationError('endsOn', 'Leave must be within one calendar year. Request next year’s days separately.');
  if (half && startsOn !== endsOn) throw new ValidationError('half', 'Only a single day can be a half day.');
  const balance = (await balancesOf(db, of, Number(startsOn.slice(0, 4)))).find(
    ({ typeId }) => typeId === asked.typeId,
  );
  if (!balance) throw new ValidationError('typeId', 'Choose a type from the list.');
  const days = await countDays(db, of.institutionId, { startsOn, endsOn, half, countsAllDays: balance.countsAllDays });
  if (days === 0) throw new ValidationError('startsOn', 'None of these is a working day: they’re already free.');
  return { startsOn, endsOn, days, balance };
}

/** More days than are left. */
export function refuseBeyond({ days, balance: { name, left } }: CheckedRequest, field = 'endsOn'): void {
  if (left !== null && days > left)
    throw new ValidationError(
      field,
      `${shown(days)} of ${name.toLowerCase()}, but only ${shown(Math.max(left, 0))} left in this year.`,
    );
}

const shown = (days: number) => (days === 1 ? '1 day' : `${days} days`);

export const RequestFields = z.object({
  institutionId: id,
  typeId: id,
  startsOn: day,
  endsOn: emptyIsNull(day),
  half: emptyIsNull(choice(leaveHalves)),
  reason: optionalLine(500, 'The reason'),
});

export const DecideRequest = z.object({
  answer: optionalLine(300, 'The answer'),
  withoutPaper: checkbox,
});

/** Attaches a paper to a request, in the place of one before. Returns where the old one is stored. */
export async function attachPaper(
  tx: Tx,
  actor: Actor,
  id: number,
  file: StoredFile & { mediaType: string },
): Promise<string | null> {
  const { institutionId, employeeId, state, fileId } = await lockRequest(tx, actor, id);
  if (!isOwnRecord(actor, { institutionId, employeeId })) allow(actor, 'leave.approve', institutionId);
  // The decision rests on the paper that was there.
  if (state === 'approved' && fileId !== null && isOwnRecord(actor, { institutionId, employeeId }))
    throw new Conflict('The leave was approved with its document. Ask HR to replace it.');
  if (state === 'refused' || state === 'cancelled') throw new Conflict('This leave was refused or cancelled.');
  const name = `Document for leave ${id}`;
  const kept = await keepFile(tx, actor, institutionId, { ...file, name, purpose: 'leave' });
  await tx.execute(sql`update leave_requests set file_id = ${kept}::bigint
    where institution_id = ${institutionId} and id = ${id}::bigint`);
  const [old] = fileId
    ? await query<{ storedAs: string }>(tx)`
      delete from files where institution_id = ${institutionId} and id = ${fileId}::bigint returning stored_as as "storedAs"`
    : [];
  await record(tx, actor, 'leave.attach', {
    institutionId,
    summary: 'attached a document to a leave request',
    subject: { type: 'employee', id: employeeId },
    details: { request: id },
  });
  return old?.storedAs ?? null;
}

interface LeavePaper {
  institutionId: number;
  employeeId: number;
  isRestricted: boolean;
  mediaType: string;
  size: number;
  storedAs: string;
}

/** The paper of a request that the actor sees. */
export async function findPaper(db: Db, actor: Actor, id: number): Promise<LeavePaper> {
  const [file] = await query<LeavePaper>(db)`
    select r.institution_id as "institutionId", r.employee_id::bigint as "employeeId", t.is_restricted as "isRestricted",
        f.media_type as "mediaType", f.size::int, f.stored_as as "storedAs"
      from leave_requests r join leave_types t on (t.institution_id, t.id) = (r.institution_id, r.type_id)
      join files f on (f.institution_id, f.id) = (r.institution_id, r.file_id)
      where r.id = ${id}::bigint and ${visibleRequests(actor)}`;
  return orNotFound(file, 'paper');
}

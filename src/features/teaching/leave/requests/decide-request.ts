import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { formatDay } from '#kernel/dates.ts';
import { Conflict, NotAllowed, ValidationError } from '#kernel/errors.ts';
import { employeesOf, notify, takeBack } from '#kernel/notify.ts';
import { isOwnRecord } from '../leave.policy.ts';
import { checkRequest, refuseBeyond } from './check-request.ts';
import { lockRequest, type LockedRequest } from './lock-request.ts';
import type { DecideRequest } from './request-fields.ts';

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
      'This type of leave needs a paper, and there is none. Tick to approve without it.',
    );
  await write(tx, actor, request, 'approved', input.answer, days);
}

/** Refuses leave, with a reason for the employee. */
export async function refuseRequest(tx: Tx, actor: Actor, id: number, { answer }: Decision): Promise<void> {
  const request = await lockToDecide(tx, actor, id);
  if (!answer) throw new ValidationError('answer', 'Say why, so that the employee can plan.');
  await write(tx, actor, request, 'refused', answer);
}

/** Cancels leave: one's own before it begins, that of others at any time by people who decide. */
export async function cancelRequest(tx: Tx, actor: Actor, id: number, today: (institutionId: number) => string) {
  const request = await lockRequest(tx, actor, id);
  const { institutionId, state, startsOn } = request;
  const isOwn = isOwnRecord(actor, request);
  if (!isOwn) allow(actor, 'leave.approve', institutionId);
  if (state !== 'asked' && state !== 'approved') throw new Conflict('This leave was refused or cancelled already.');
  if (isOwn && state === 'approved' && startsOn <= today(institutionId))
    throw new Conflict('This leave has begun. Ask HR to end it.');
  await write(tx, actor, request, 'cancelled', null);
}

async function lockToDecide(tx: Tx, actor: Actor, id: number): Promise<LockedRequest> {
  const request = await lockRequest(tx, actor, id);
  allow(actor, 'leave.approve', request.institutionId);
  if (isOwnRecord(actor, request) || request.askedBy === actor.accountId)
    throw new NotAllowed('Somebody else decides on your own leave.');
  if (request.state !== 'asked') throw new Conflict('Somebody has decided on this request already. Reload the page.');
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

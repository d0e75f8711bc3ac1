import type { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { query, type Tx } from '#kernel/database.ts';
import { formatDay } from '#kernel/dates.ts';
import { databaseError, NotAllowed, ValidationError } from '#kernel/errors.ts';
import { holdersOf, notify } from '#kernel/notify.ts';
import { ownEmployees } from '../leave.policy.ts';
import { leaveRequests } from '../leave.schema.ts';
import { checkRequest, refuseBeyond, type RequestFields } from './decide-request.ts';

/** Asks for one's own leave. Returns the id of the request. */
export async function askForLeave(tx: Tx, actor: Actor, input: z.output<typeof RequestFields>): Promise<number> {
  const { institutionId, typeId, half, reason } = input;
  allow(actor, 'leave.request', institutionId);
  const [of] = ownEmployees(actor, institutionId);
  if (!of) throw new NotAllowed('Your account has no employee record here. Ask HR to link it.');
  // Two requests at once would both see the same days left.
  const [employee] = await query<{ name: string; hasLeft: boolean }>(tx)`
    select concat_ws(' ', first_name, middle_name, surname) as name, left_on is not null as "hasLeft" from employees
      where institution_id = ${institutionId} and id = ${of.employeeId}::bigint for no key update`;
  if (!employee || employee.hasLeft) throw new NotAllowed('Only current employees can request leave.');
  const checked = await checkRequest(tx, of, input);
  if (checked.balance.isRetired) throw new ValidationError('typeId', 'Choose a type from the list.');
  refuseBeyond(checked);
  const { startsOn, endsOn, days } = checked;
  const [request] = await refuseOverlap(
    tx
      .insert(leaveRequests)
      .values({ ...of, typeId, startsOn, endsOn, half, days, reason, askedBy: actor.accountId })
      .returning({ id: leaveRequests.id }),
  );
  const when = startsOn === endsOn ? formatDay(startsOn) : `${formatDay(startsOn)} to ${formatDay(endsOn)}`;
  await record(tx, actor, 'leave.request', {
    institutionId,
    summary: `requested leave from ${formatDay(startsOn)} to ${formatDay(endsOn)}`,
    subject: { type: 'employee', id: of.employeeId },
    details: { request: request!.id, startsOn, endsOn, half, days },
  });
  // Not the type: it may say something about the person's health.
  await notify(tx, {
    institutionId,
    to: holdersOf(institutionId, 'leave.approve'),
    except: actor.accountId,
    kind: 'leave.asked',
    title: `${employee.name} requests leave`,
    body: when,
    href: `/leave-requests/${request!.id}`,
    subject: `leave:${request!.id}`,
  });
  return request!.id;
}

/** Another request for the same days, waiting or approved. */
async function refuseOverlap<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    const found = databaseError(error);
    if (found?.code === '23P01' && found.constraint === 'leave_requests_once')
      throw new ValidationError('startsOn', 'You’ve already requested leave on some of these days.');
    throw error;
  }
}

import type { Actor } from '#kernel/actor.ts';
import type { ActionResult, ApprovalKinds, ApprovalServices } from '#kernel/contracts/approval-kind.ts';
import type { Tx } from '#kernel/database.ts';
import { fieldInWords } from '#kernel/edit/changes.ts';
import { Conflict, EditConflict, type FieldConflict } from '#kernel/errors.ts';
import { notify } from '#kernel/notify.ts';
import { approvalsAddress } from './approvals-address.ts';
import { administratorsOf } from './deciders.ts';
import type { LockedRequest } from './lock-request.ts';
import { waitHours } from './request-approval.ts';
import { loadRequester } from './requester.ts';
import { writeToAdministrators } from './write-to-administrators.ts';

export interface DecisionContext {
  kinds: ApprovalKinds;
  services: ApprovalServices;
  seen?: string;
}
/** Performs the action in the requester's name. `by` approved it; null after the waiting period. */
export async function actFor(
  tx: Tx,
  decider: Actor,
  request: LockedRequest,
  context: DecisionContext,
  by: string | null,
): Promise<ActionResult> {
  await tellBefore(tx, request, context, by);
  return act(tx, decider, request, context);
}

async function act(
  tx: Tx,
  decider: Actor,
  request: LockedRequest,
  { kinds, services, seen }: DecisionContext,
): Promise<ActionResult> {
  const kind = kinds.get(request.kind);
  if (!kind) throw new Conflict('This type of request is no longer supported. Decline it.');
  const asker = await loadRequester(tx, request.askedBy, request.institutionId);
  try {
    const payload = kind.payload.parse(request.payload);
    return (await kind.act(tx, asker, payload, { services, decider, seen, approvalId: request.id })) ?? {};
  } catch (error) {
    if (!(error instanceof EditConflict)) throw error;
    throw new Conflict(
      `${error.conflicts.map(inWords).join(' ')} Decline this request, then make the change again if it is still needed.`,
    );
  }
}

/** Describes a conflict in the terms of the audit log. */
const inWords = ({ field, label, by }: FieldConflict) =>
  `${by ? `${by.person} has` : 'Someone has'} changed ${label ?? fieldInWords(field)} since this was requested.`;

/** Before it is in force, so that the message leaves through what is in force now. */
async function tellBefore(
  tx: Tx,
  request: LockedRequest,
  { kinds }: DecisionContext,
  by: string | null,
): Promise<void> {
  if (!kinds.get(request.kind)?.isDestination) return;
  const { institutionId, asker: name, askedBy, summary } = request;
  const title = by
    ? `${by} approved the request of ${name} to ${summary}`
    : `Nobody objected within ${waitHours} hours: the request of ${name} to ${summary} takes effect`;
  await notify(tx, {
    institutionId,
    to: administratorsOf(institutionId),
    except: askedBy,
    kind: 'approvals.changed',
    title,
    href: approvalsAddress(institutionId),
  });
  const body = `${title}. If this isn’t right, sign in and change it back.`;
  await writeToAdministrators(tx, institutionId, { event: 'approvals.changed', body });
}

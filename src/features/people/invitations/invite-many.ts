import { createHash } from 'node:crypto';
import { and, inArray } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound, ValidationError } from '#kernel/errors.ts';
import type { Jobs } from '#kernel/jobs/jobs.ts';
import { emptyIsNull, id } from '#kernel/schemas.ts';
import { requestApproval, type Requested } from '#features/records/approvals/request-approval.ts';
import { leftOutWords } from '#features/access/accounts/invitations/many/bulk-invitation.ts';
import type { guardians } from '#features/records/people/people.schema.ts';
import { countOf } from '#ui/format.ts';
import { approvalOf, sampleOf } from './invite-many-approval.ts';
import { inviteeKinds, type InviteeEntity } from './kinds.ts';
import { startBatch } from './run/start-batch.ts';
import { sortOut } from './sort-out/sort-out.ts';

/** The most that can be selected in a list. */
const people = z.array(id).min(1, 'Select at least one person.').max(5000, 'Select at most 5,000 people.');
export const InviteGuardians = z.object({ guardian_ids: people });
export const InviteEmployees = z.object({ employee_ids: people, role_id: emptyIsNull(id).optional() });

export interface Chosen {
  ids: number[];
  roleId: number | null;
}

/**
 * Invites many people, each to an account of their own. Those whose contacts the actor has added or changed lately wait
 * for one decision of a second person; the others are invited now, or by a job if they are many. Nobody is invited twice.
 */
export async function inviteMany(
  tx: Tx,
  actor: Actor,
  jobs: Jobs,
  entity: InviteeEntity,
  chosen: Chosen,
  origin: string,
): Promise<{ batchId: number | null; requested: Requested | null }> {
  const ids = [...new Set(chosen.ids)];
  const institutionId = await institutionOf(tx, actor, entity, ids);
  const kind = inviteeKinds[entity];
  allow(actor, kind.may, institutionId);
  const role = await kind.lockRole(tx, actor, institutionId, chosen.roleId);
  const { invite, renew, leftOut, waits } = await sortOut(tx, actor, entity, { institutionId, ids, role });
  const ready = [...invite, ...renew];
  if (ready.length === 0) {
    const reasons = [...new Set(leftOut.map(({ why }) => leftOutWords[why].toLowerCase()))];
    throw new ValidationError('form', `Nobody can be invited: ${reasons.join('; ')}.`);
  }
  const needsSecond = kind.needsSecond(actor, role);
  const now = ready.filter((person) => !needsSecond && !waits.has(person.id)).map((person) => person.id);
  const later = ready.filter((person) => needsSecond || waits.has(person.id));
  const of = { institutionId, entity, roleId: entity === 'employee' ? role.id : null, origin };
  const batchId = now.length ? await startBatch(tx, actor, jobs, { ...of, people: now, leftOut }) : null;
  if (later.length === 0) return { batchId, requested: null };
  const laterIds = later.map((person) => person.id);
  const requested = await requestApproval(tx, actor, approvalOf[entity], {
    institutionId,
    subject: { type: 'institution', id: institutionId },
    about: `${entity}:${createHash('sha256').update(laterIds.join()).digest('hex').slice(0, 16)}`,
    payload: {
      institutionId,
      entity,
      roleId: of.roleId,
      people: laterIds,
      origin,
      askedAt: new Date().toISOString(),
      role: role.name,
      sample: sampleOf(later),
      isProtected: needsSecond,
    },
    summary: `invite ${countOf(later.length, entity)}${needsSecond ? ` as ${role.name}` : ''}`,
  });
  await record(tx, actor, 'invitations.ask', {
    institutionId,
    summary: `asked to invite ${countOf(later.length, entity)}`,
    subject: { type: 'institution', id: institutionId },
    details: { role: role.name, people: laterIds },
  });
  return { batchId, requested };
}

/** The institution of these people; NotFound if the actor can see none of them. */
export async function institutionOf(tx: Tx, actor: Actor, entity: InviteeEntity, ids: number[]): Promise<number> {
  const { visible } = inviteeKinds[entity];
  const table = inviteeKinds[entity].table as typeof guardians;
  const found = await tx
    .selectDistinct({ institutionId: table.institutionId })
    .from(table)
    .where(and(visible(actor), inArray(table.id, ids)));
  if (found.length > 1)
    throw new ValidationError(
      'form',
      'These people belong to several institutions. Filter the list by one institution first.',
    );
  if (!found[0]) throw new NotFound(entity);
  return found[0].institutionId;
}

import { createHash } from 'node:crypto';
import { and, inArray } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor, can, membershipIn } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { type Tx, query } from '#kernel/database.ts';
import { NotFound, ValidationError } from '#kernel/errors.ts';
import type { Jobs } from '#kernel/jobs/jobs.ts';
import { emptyIsNull, id } from '#kernel/schemas.ts';
import { requestApproval, type Requested } from '#features/records/approvals/request-approval.ts';
import {
  skipReasonLabels,
  type BulkPreview,
  type ChannelCost,
} from '#features/access/accounts/invitations/many/bulk-invitation.ts';
import type { guardians } from '#features/records/people/people.schema.ts';
import { countOf, count } from '#ui/format.ts';
import { inviteeKinds, type InviteeEntity, rolesForMany } from './kinds.ts';
import { startBatch } from './run/run-batch.ts';
import { sortOut, type Ready, approvalNames } from './sort-out/sort-out.ts';
import { approvalKind } from '#kernel/contracts/approval-kind.ts';
import { masked } from '#features/access/accounts/invitations/linked-records.ts';
import { pricedFrom, reachable, rowsFrom } from '#kernel/messages/queue.ts';
import { invitationText } from '#features/access/accounts/invitations/invite.ts';
import { costText } from '#features/records/sending/shared/cost-text.ts';
import { leftOutGroups } from './stop-batch.ts';

/** The most that can be selected in a list. */
const people = z.array(id).min(1, 'Select at least one person.').max(5000, 'Select at most 5,000 people.');
export const InviteGuardians = z.object({ guardian_ids: people });
export const InviteEmployees = z.object({ employee_ids: people, role_id: emptyIsNull(id).optional() });

interface Chosen {
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
    const reasons = [...new Set(leftOut.map(({ why }) => skipReasonLabels[why].toLowerCase()))];
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
async function institutionOf(tx: Tx, actor: Actor, entity: InviteeEntity, ids: number[]): Promise<number> {
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

/** How many a second person can compare with the school's papers. */
const mostShown = 12;

const Sample = z.array(z.object({ name: z.string(), email: z.string().nullable(), phone: z.string().nullable() }));

const Payload = z.object({
  entity: z.enum(['guardian', 'employee']),
  institutionId: z.number(),
  roleId: z.number().nullable(),
  role: z.string(),
  people: z.array(z.number()),
  origin: z.string(),
  askedAt: z.string(),
  sample: Sample,
  /** The role needs a second person, for whomever it is. */
  isProtected: z.boolean().default(false),
});

/** A few from all over the list, not only its beginning. */
const sampleOf = (people: readonly Ready[]): z.infer<typeof Sample> => {
  const every = Math.max(1, Math.floor(people.length / mostShown));
  return people
    .filter((_, at) => at % every === 0)
    .slice(0, mostShown)
    .map(({ name, email, phone }) => ({ name, email, phone }));
};

const approvalFor = (entity: InviteeEntity, permission: 'guardians.invite' | 'accounts.edit') =>
  approvalKind({
    kind: approvalNames[entity],
    label: 'Invitations',
    permission,
    payload: Payload,
    async act(tx, asker, { institutionId, people, roleId, origin, askedAt }, { services, decider }) {
      await startBatch(tx, asker, services.jobs, {
        institutionId,
        entity,
        roleId,
        people,
        origin,
        leftOut: [],
        approved: { askedAt: new Date(askedAt), by: decider.accountId! },
      });
      const isOne = people.length === 1;
      return { message: `${countOf(people.length, entity)} ${isOne ? 'is' : 'are'} being invited.` };
    },
    allAt: ({ people, sample }, id) =>
      people.length > sample.length
        ? { label: `View all ${countOf(people.length, entity)} with their contacts`, href: `/approvals/${id}/people` }
        : null,
    details: (reader, { people, role, sample, isProtected }, at) => [
      [entity === 'guardian' ? 'Guardians' : 'Employees', count(people.length)],
      ['Role', role],
      [
        'Why approval is needed',
        isProtected
          ? `The role ${role} opens money, marks or restricted data. Check that everyone here should have it.`
          : 'The requester imported or changed these people’s records. Each link goes to the contact on the record, so check some against the school’s own papers.',
      ],
      ...sample.map(({ name, ...contacts }): [string, string] => [
        name,
        can(reader, entity === 'guardian' ? 'guardians.view' : 'employees.view', at)
          ? [contacts.email, contacts.phone].filter(Boolean).join(' and ')
          : masked(contacts),
      ]),
    ],
  });

export const inviteGuardiansApproval = approvalFor('guardian', 'guardians.invite');
export const inviteEmployeesApproval = approvalFor('employee', 'accounts.edit');
const approvalOf = { guardian: inviteGuardiansApproval, employee: inviteEmployeesApproval };

/** What the invitation of these people would do, and to whom. Nothing is written. */
export async function previewMany(
  tx: Tx,
  actor: Actor,
  entity: InviteeEntity,
  { ids: chosen, roleId }: Chosen,
  origin: string,
): Promise<BulkPreview> {
  const ids = [...new Set(chosen)];
  const institutionId = await institutionOf(tx, actor, entity, ids);
  const kind = inviteeKinds[entity];
  allow(actor, kind.may, institutionId);
  const isChosen = entity === 'guardian' || roleId !== null;
  const role = isChosen ? await kind.lockRole(tx, actor, institutionId, roleId) : null;
  const { invite, renew, leftOut, waits } = await sortOut(tx, actor, entity, { institutionId, ids, role });
  const { name, currency } = membershipIn(actor, institutionId)!;
  const isByRole = kind.needsSecond(actor, role);
  return {
    institution: name,
    invited: invite.length,
    renewed: renew.length,
    waits: isByRole ? invite.length + renew.length : waits.size,
    isByRole,
    channels: await costs(tx, institutionId, currency, [...invite, ...renew], origin),
    leftOut: await leftOutGroups(tx, actor, { entity, leftOut }),
    roles: entity === 'employee' ? await rolesForMany(tx, actor, institutionId) : null,
  };
}

interface Priced extends Record<string, unknown>, Pick<ChannelCost, 'channel' | 'count' | 'kept'> {
  /** In minor units, of those with a price. */
  price: number;
  unpriced: number;
}

async function costs(
  tx: Tx,
  institutionId: number,
  currency: string,
  people: readonly Ready[],
  origin: string,
): Promise<ChannelCost[]> {
  // As long as a link will be.
  const link = `${origin}/invitations/${'x'.repeat(43)}`;
  const rows = people.map(({ name, firstName, surname, ...contacts }) => ({
    ...reachable(contacts)!,
    body: invitationText({ name, username: `${firstName}.${surname}` }, link),
    event: 'accounts.invitation',
  }));
  const found = await query<Priced>(tx)`select channel, count(*)::int as count,
      coalesce(sum(price) filter (where state = 'queued' and channel = 'sms'), 0)::float8 as price,
      (count(*) filter (where state = 'queued' and channel = 'sms' and price is null))::int as unpriced,
      (count(*) filter (where state = 'kept'))::int as kept
    from (${pricedFrom(institutionId, rowsFrom(institutionId, rows))}) priced group by channel order by channel`;
  return found.map(({ channel, count, kept, ...cost }) => ({
    channel,
    count,
    kept,
    cost: channel === 'sms' && kept < count ? costText(cost, currency) : null,
  }));
}

import { and, eq, sql } from 'drizzle-orm';
import { allow, type Actor } from '#kernel/actor.ts';
import { type Tx, type Database, hasKey } from '#kernel/database.ts';
import { NotAllowed, ValidationError, NotFound } from '#kernel/errors.ts';
import { bulkInvitations, type Batch } from '../invitations.schema.ts';
import { inviteeKinds, lockPeople, type InviteeEntity, type Role } from '../kinds.ts';
import { sortOut, type SkippedPerson, type Ready } from '../sort-out/sort-out.ts';
import { newInvitation } from '#features/access/accounts/invitations/invite.ts';
import { addLinked, inviteLinkedAgain } from '#features/access/accounts/invitations/invite-linked.ts';
import { makeAccount } from '#features/access/accounts/change-accounts.ts';
import { proposeUsername } from '#features/people/guardians/invitations/propose-username.ts';
import { recordSignIn } from '#features/people/guardians/invitations/invite-guardian.ts';
import { record } from '#kernel/audit.ts';
import type { Jobs } from '#kernel/jobs/jobs.ts';
import { countOf } from '#ui/format.ts';
import { notify } from '#kernel/notify.ts';
import { loadRequester } from '#features/records/approvals/requester.ts';

export const isBatch = ({ institutionId, id }: Pick<Batch, 'institutionId' | 'id'>) =>
  hasKey(bulkInvitations, institutionId, id);

/**
 * Invites the next people of a batch and writes how far it is. Everything is looked at again once they are locked:
 * somebody may have invited them or changed their contacts meanwhile.
 */
async function runPiece(tx: Tx, actor: Actor, batch: Batch, size: number): Promise<Batch> {
  const { institutionId, entity, roleId, askedAt, origin } = batch;
  const kind = inviteeKinds[entity];
  allow(actor, kind.may, institutionId);
  const ids = batch.people.slice(batch.doneCount, batch.doneCount + size);
  await lockPeople(tx, actor, entity, institutionId, ids);
  const role = await kind.lockRole(tx, actor, institutionId, roleId);
  if (batch.approvedBy === null && kind.needsSecond(actor, role))
    throw new NotAllowed(`The role ${role.name} now needs a second person’s approval. Invite the others again.`);
  const { invite, renew, leftOut, waits } = await sortOut(tx, actor, entity, { institutionId, ids, role, askedAt });
  const left: SkippedPerson[] = [...leftOut, ...[...waits].map((id) => ({ id, why: 'changed' as const }))];
  const context = { tx, actor, institutionId, entity, role, origin };
  const counts = { invited: 0, renewed: 0 };
  // Accounts are locked in the order of their ids: docs/decisions/0017.
  for (const person of renew.toSorted((one, other) => one.accountId! - other.accountId!)) {
    if (waits.has(person.id)) continue;
    if (await renewOne(context, person)) counts.renewed += 1;
    else left.push({ id: person.id, why: 'failed' });
  }
  for (const person of invite) {
    if (waits.has(person.id)) continue;
    if (await inviteOne(context, person)) counts.invited += 1;
    else left.push({ id: person.id, why: 'failed' });
  }
  const doneCount = batch.doneCount + ids.length;
  const isDone = doneCount === batch.people.length;
  const [written] = await tx
    .update(bulkInvitations)
    .set({
      doneCount,
      invitedCount: sql`${bulkInvitations.invitedCount} + ${counts.invited}`,
      renewedCount: sql`${bulkInvitations.renewedCount} + ${counts.renewed}`,
      leftOut: sql`${bulkInvitations.leftOut} || ${JSON.stringify(left)}::jsonb`,
      ...(isDone && { state: 'done' as const, finishedAt: sql`now()` }),
    })
    .where(isBatch(batch))
    .returning();
  return written!;
}

interface Context {
  tx: Tx;
  actor: Actor;
  institutionId: number;
  entity: InviteeEntity;
  role: Role;
  origin: string;
}

const how = { isUrgent: false };
/** Two people at once may want one username. */
const mostTries = 3;

/** Makes the account and sends its link, as the invitation of one person does; false if it is refused. */
async function inviteOne(context: Context, person: Ready): Promise<boolean> {
  for (let left = mostTries; left > 0; left -= 1)
    if (await attempt(context.tx, () => invite(context, person))) return true;
  return false;
}

/** A new link in place of an expired one; false if it is refused. */
const renewOne = (context: Context, person: Ready): Promise<boolean> =>
  attempt(context.tx, () => renew(context, person));

async function invite({ tx, actor, institutionId, entity, role, origin }: Context, person: Ready): Promise<void> {
  const { id, name, email, phone } = person;
  const username = await proposeUsername(tx, person, entity);
  if (entity === 'employee') {
    const input = { institution_id: institutionId, name, email, phone, username, role_ids: [role.id], employee_id: id };
    await makeAccount(tx, actor, input, origin, how);
    return;
  }
  const invitee = { institutionId, role: 'guardian' as const, links: { guardianId: id }, name, email, phone, username };
  await addLinked(tx, actor, role, invitee, origin, how);
  const at = { institutionId, id };
  await recordSignIn(tx, actor, at, 'invite', `invited ${name} as ${username}`, { email, phone });
}

async function renew({ tx, actor, institutionId, entity, origin }: Context, { id, name, accountId }: Ready) {
  if (entity === 'employee') {
    await newInvitation(tx, actor, accountId!, origin, how);
    return;
  }
  const invited = await inviteLinkedAgain(tx, actor, 'guardians.invite', accountId!, origin, how);
  const words = `made a new invitation for ${name}, who signs in as ${invited.username}`;
  await recordSignIn(tx, actor, { institutionId, id }, 'inviteAgain', words, invited);
}

/** One refusal, such as a username taken meanwhile, must not undo the others. */
async function attempt(tx: Tx, work: () => Promise<void>): Promise<boolean> {
  await tx.execute(sql`savepoint before_invitation`);
  try {
    await work();
    await tx.execute(sql`release savepoint before_invitation`);
    return true;
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    await tx.execute(sql`rollback to savepoint before_invitation`);
    return false;
  }
}

/** More than these are invited by a job, which shows how far it is. */
const mostAtOnce = 100;

interface NewBatch {
  institutionId: number;
  entity: InviteeEntity;
  roleId: number | null;
  people: number[];
  origin: string;
  leftOut: SkippedPerson[];
  /** A second person has agreed to invite people whose contacts the actor changed before then. */
  approved?: { askedAt: Date; by: number };
}

/** Begins the invitation of these people in the transaction of the request, and ends it there if they are few. */
export async function startBatch(tx: Tx, actor: Actor, jobs: Jobs, { approved, ...wanted }: NewBatch): Promise<number> {
  const { institutionId, entity, people } = wanted;
  const [batch] = await tx
    .insert(bulkInvitations)
    .values({
      ...wanted,
      accountId: actor.accountId!,
      askedAt: approved?.askedAt ?? null,
      approvedBy: approved?.by ?? null,
    })
    .returning();
  await record(tx, actor, 'invitations.start', {
    institutionId,
    summary: `started to invite ${countOf(people.length, entity)}`,
    subject: { type: 'bulk_invitation', id: batch!.id },
    details: { people, leftOut: wanted.leftOut.length },
  });
  if (people.length <= mostAtOnce) await runPiece(tx, actor, batch!, people.length);
  else await jobs.send(tx, 'invitations.run', { institutionId, batchId: batch!.id }, { group: institutionId });
  return batch!.id;
}

export interface BatchJob {
  institutionId: number;
  batchId: number;
}

const pieceSize = 50;

/**
 * Invites the people of a long batch, in the name and with the present rights of the person who began it. Each piece and
 * how far it is are saved together, so a job that died goes on after the last one.
 */
export async function runBatch(database: Database, job: BatchJob, signal: AbortSignal): Promise<void> {
  const at = { institutionId: job.institutionId, id: job.batchId };
  let goesOn = true;
  while (goesOn) {
    signal.throwIfAborted();
    try {
      goesOn = await database.asSystem([at.institutionId], (tx) => runNext(tx, at));
    } catch (error) {
      if (![ValidationError, NotAllowed, NotFound].some((known) => error instanceof known)) throw error;
      await database.asSystem([at.institutionId], (tx) => fail(tx, at, (error as Error).message));
      return;
    }
  }
}

async function runNext(tx: Tx, at: { institutionId: number; id: number }): Promise<boolean> {
  // Locked first: a job that begins again waits for the one that still runs, and stopping for the end of a piece.
  const [found] = await tx.select().from(bulkInvitations).where(isRunning(at)).for('no key update');
  if (!found) return false;
  const actor = await loadRequester(tx, found.accountId, at.institutionId);
  const written = await runPiece(tx, actor, found, pieceSize);
  if (written.state === 'done') await tell(tx, written);
  return written.state === 'running';
}

const isRunning = (at: { institutionId: number; id: number }) => and(isBatch(at), eq(bulkInvitations.state, 'running'));

async function fail(tx: Tx, at: { institutionId: number; id: number }, failure: string) {
  const [failed] = await tx
    .update(bulkInvitations)
    .set({ state: 'failed', failure, finishedAt: sql`now()` })
    .where(isRunning(at))
    .returning();
  if (failed) await tell(tx, failed);
}

const tell = (tx: Tx, { institutionId, id, entity, accountId, invitedCount, renewedCount, failure }: Batch) =>
  notify(tx, {
    institutionId,
    to: [accountId],
    kind: 'invitations.ended',
    href: `/bulk-invitations/${id}`,
    body: failure,
    title: `${countOf(invitedCount + renewedCount, entity)} ${invitedCount + renewedCount === 1 ? 'was' : 'were'} invited`,
  });

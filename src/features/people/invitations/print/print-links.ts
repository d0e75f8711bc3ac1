import { eq, inArray, sql } from 'drizzle-orm';
import { allow, membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { addDays, formatDay, today } from '#kernel/dates.ts';
import { ValidationError } from '#kernel/errors.ts';
import { accounts, roles } from '#kernel/identity.schema.ts';
import { ownAmong } from '#kernel/own-family/own-family.ts';
import { invitationDays, makeInvitation } from '#features/access/accounts/invitations/invite.ts';
import { hiddenRecordsOf, recentlyChangedAmong } from '#features/access/accounts/invitations/linked-records.ts';
import { countOf } from '#ui/format.ts';
import { bulkInvitations } from '../invitations.schema.ts';
import { candidates, inviteeKinds, lockPeople, type Candidate } from '../kinds.ts';
import { findBatch } from '../stop-batch.ts';
import { renewable } from '../sort-out/sort-out.ts';

/** Each is a key to an account: more than a school hands out in a day are printed in several files. */
const maxLinksPerFile = 1000;

export interface LinkSlips {
  institution: string;
  until: string;
  slips: { name: string; username: string; link: string }[];
}

/** How many slips a file would have, and how many people of the batch would have none. */
export async function countLinks(tx: Tx, actor: Actor, batchId: number) {
  const { open, printable } = await printableOf(tx, actor, batchId);
  return { printed: printable.length, leftOut: open.length - printable.length };
}

/**
 * New links for those of a batch who have not used theirs, to be handed out on paper; earlier links stop working. As
 * for one person, the link is shown only to users who see all that it opens and could not have redirected it.
 */
export async function printLinks(tx: Tx, actor: Actor, batchId: number, origin: string): Promise<LinkSlips> {
  const { institutionId, entity, printable } = await printableOf(tx, actor, batchId);
  if (printable.length === 0)
    throw new ValidationError(
      'form',
      'No link can be printed: these people have accounts, or their links go to their own contacts only.',
    );
  const named = await tx
    .select({ id: accounts.id, username: accounts.username })
    .from(accounts)
    .where(
      inArray(
        accounts.id,
        printable.map(({ accountId }) => accountId!),
      ),
    );
  const usernames = new Map(named.map(({ id, username }) => [id, username]));
  const slips: LinkSlips['slips'] = [];
  for (const { id, accountId, name } of printable) {
    slips.push({ name, username: usernames.get(accountId!)!, link: origin + (await makeInvitation(tx, accountId!)) });
    await record(tx, actor, 'invitations.printLink', {
      institutionId,
      summary: `printed a new invitation of ${name}`,
      subject: { type: entity, id },
    });
  }
  await record(tx, actor, 'invitations.print', {
    institutionId,
    summary: `printed the invitations of ${countOf(slips.length, entity)}`,
    subject: { type: 'bulk_invitation', id: batchId },
    details: { people: printable.map(({ id }) => id) },
  });
  const { name: institution, timeZone } = membershipIn(actor, institutionId)!;
  const until = formatDay(addDays(today(timeZone), invitationDays));
  return { institution, until, slips: slips.toSorted((one, other) => one.name.localeCompare(other.name)) };
}

async function printableOf(tx: Tx, actor: Actor, batchId: number) {
  const { institutionId, entity } = await findBatch(tx, actor, batchId);
  const kind = inviteeKinds[entity];
  allow(actor, kind.may, institutionId);
  const [batch] = await tx
    .select({ people: bulkInvitations.people, roleId: bulkInvitations.roleId })
    .from(bulkInvitations)
    .where(sql`${bulkInvitations.institutionId} = ${institutionId} and ${bulkInvitations.id} = ${batchId}`);
  const { people, roleId } = batch!;
  await lockPeople(tx, actor, entity, institutionId, people);
  const unused = async () =>
    (await candidates(tx, actor, entity, institutionId, people)).filter(
      ({ accountId, isUnused }) => accountId && isUnused,
    );
  const ids = (await unused()).map(({ accountId }) => accountId!);
  await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(inArray(accounts.id, ids))
    .orderBy(accounts.id)
    .for('no key update');
  const open = await unused();
  const [role] = roleId === null ? [] : await tx.select().from(roles).where(eq(roles.id, roleId));
  const mayRenew = await renewable(tx, actor, entity, institutionId, open);
  const of = { institutionId, type: entity, opensMarks: kind.opensMarks(role ?? null) };
  const openIds = open.map(({ id }) => id);
  const changed = await recentlyChangedAmong(tx, actor, of, openIds);
  const own = new Set((await ownAmong(tx, actor, { [`${entity}s`]: openIds })).map(({ key }) => Number(key)));
  const printable: Candidate[] = [];
  for (const person of open.filter(({ hasLeft }) => !hasLeft).slice(0, maxLinksPerFile)) {
    if (!mayRenew.has(person.id) || changed.has(person.id) || own.has(person.id)) continue;
    if ((await hiddenRecordsOf(tx, actor, person.accountId!)).length === 0) printable.push(person);
  }
  return { institutionId, entity, open, printable };
}

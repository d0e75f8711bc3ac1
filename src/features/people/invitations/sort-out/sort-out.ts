import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import type { WhyLeftOut } from '#features/access/accounts/invitations/many/bulk-invitation.ts';
import { ownContacts } from '#features/access/accounts/invitations/invite-linked.ts';
import { recentlyChangedAmong } from '#features/access/accounts/invitations/linked-records.ts';
import { candidates, inviteeKinds, type Candidate, type InviteeEntity, type Role } from '../kinds.ts';
import { contactsInUse, type Contact } from './contacts-in-use.ts';
import { renewable } from './renewable.ts';
import { waitingPeople } from './waiting-people.ts';

export interface LeftOut {
  id: number;
  why: WhyLeftOut;
}

/** Somebody to invite, with the contacts that nobody else uses. */
export type Ready = Pick<Candidate, 'id' | 'name' | 'firstName' | 'surname' | 'email' | 'phone' | 'accountId'>;

interface Wanted {
  institutionId: number;
  ids: number[];
  role: Role | null;
  /** When a second person was asked, who has agreed by now. */
  askedAt?: Date | null;
}

/** Sorts people into those to invite, those whose expired invitation is replaced, and those who are left out, with why. */
export async function sortOut(tx: Tx, actor: Actor, entity: InviteeEntity, wanted: Wanted) {
  const { institutionId, ids, role, askedAt = null } = wanted;
  const kind = inviteeKinds[entity];
  const found = await candidates(tx, actor, entity, institutionId, ids);
  const stateOf = await contactsInUse(tx, institutionId, entity, found);
  const isOwn = await ownContacts(tx, actor);
  const waiting = askedAt ? new Set<number>() : await waitingPeople(tx, entity, institutionId);
  const expired = found.filter(({ isUnused, isOpen }) => isUnused && !isOpen);
  const mayRenew = await renewable(tx, actor, entity, institutionId, expired);
  const leftOut: LeftOut[] = [];
  const invite: Ready[] = [];
  const renew: Ready[] = [];
  for (const person of found) {
    const checked = check(person);
    if (typeof checked === 'string') leftOut.push({ id: person.id, why: checked });
    else (person.accountId === null ? invite : renew).push(checked);
  }
  const seen = new Set(found.map(({ id }) => id));
  leftOut.push(...ids.filter((id) => !seen.has(id)).map((id) => ({ id, why: 'gone' as const })));
  const guarded = [...invite, ...renew].map(({ id }) => id);
  const waits = kind.isGuarded(actor, institutionId, role)
    ? await recentlyChangedAmong(
        tx,
        actor,
        { institutionId, type: entity, opensMarks: kind.opensMarks(role) },
        guarded,
        askedAt,
      )
    : new Set<number>();
  return { invite, renew, leftOut, waits };

  function check(person: Candidate): WhyLeftOut | Ready {
    const { id, name, firstName, surname, hasLeft, accountId, isUnused, isOpen } = person;
    if (accountId !== null && !isUnused) return 'account';
    if (isOpen) return 'invited';
    if (hasLeft) return 'left';
    if (waiting.has(id)) return 'waiting';
    if (accountId !== null && !mayRenew.has(id)) return 'by_hand';
    const { email, phone } = person;
    if (!email && !phone) return 'no_contact';
    if (isOwn(email) || isOwn(phone)) return 'own';
    const uses = { email: email && stateOf(person, email), phone: phone && stateOf(person, phone) };
    const all = [uses.email, uses.phone] as (Contact | null)[];
    if (all.includes('account')) return 'account';
    if (!all.includes('free')) return all.includes('shared') ? 'shared' : 'blocked';
    const usable = { email: uses.email === 'free' ? email : null, phone: uses.phone === 'free' ? phone : null };
    return { id, name, firstName, surname, accountId, ...usable };
  }
}

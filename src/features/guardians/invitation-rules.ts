import { sql } from 'drizzle-orm';
import { can, membershipIn, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { Refused } from '#kernel/errors.ts';
import { guardianGroups } from './guardians.policy.ts';

interface Contacts {
  email: string | null;
  phone: string | null;
}

interface Recorded extends Contacts {
  institutionId: number;
  id: number;
  mobile: string | null;
}

/** An account opens a family's restricted data, so its invitation goes where the record says and nowhere else. */
export function refuseUnrecorded({ email, phone, mobile }: Recorded, wanted: Contacts): void {
  const elsewhere = 'is not on this guardian’s record. Change the record first, or use the one that is there.';
  const errors: Record<string, string> = {};
  if (wanted.email && wanted.email !== email?.toLowerCase()) errors['email'] = `This e-mail address ${elsewhere}`;
  if (wanted.phone && wanted.phone !== phone && wanted.phone !== mobile)
    errors['phone'] = `This phone number ${elsewhere}`;
  const [first] = Object.entries(errors);
  if (first) throw new Refused(...first, errors);
}

/**
 * Whether the actor had a hand in where this invitation goes, or to whose family it leads, within a day: made the record
 * or changed its contacts, linked or merged it, or imported a file that touched it. Owners see all of it anyway.
 */
export async function hadHandIn(tx: Tx, actor: Actor, { institutionId, id }: Recorded): Promise<boolean> {
  if (membershipIn(actor, institutionId)?.isOwner) return false;
  const { rows } = await tx.execute<{ found: boolean }>(sql`
    with recursive same as (select ${id}::bigint as id union
      select g.id from guardians g join same on g.merged_into_id = same.id where g.institution_id = ${institutionId})
    select exists (
      select from audit_entries e where e.institution_id = ${institutionId} and e.account_id = ${actor.accountId}
        and e.at > now() - interval '24 hours' and e.subject_type = 'guardian' and e.subject_id in (select id from same)
        and (e.action ~* '(create|\.link|merge|import|undo)'
          or (e.action ~* 'edit' and e.details::text ~ '"(email|phone|mobile)"')))
    or exists (
      select from imports i join guardians g on g.institution_id = i.institution_id and g.id = ${id}
      where i.institution_id = ${institutionId} and i.account_id = ${actor.accountId}
        and coalesce(i.finished_at, now()) > now() - interval '24 hours'
        and greatest(g.created_at, g.updated_at) >= i.created_at) as found`);
  return rows[0]!.found;
}

/** Whoever may not see a family's restricted data gets no link that opens it. */
export const mayHoldLink = (actor: Actor, institutionId: number): boolean =>
  Object.values(guardianGroups).every((permission) => can(actor, permission, institutionId));

/** 'f•••@example.com', '•••• 0001': enough to recognise. */
export function masked({ email, phone }: Contacts): string {
  const parts = [email && email.replace(/^(.)[^@]*/, '$1•••'), phone && `•••• ${phone.slice(-4)}`];
  return parts.filter(Boolean).join(' and ');
}

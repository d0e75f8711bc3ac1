import { sql } from 'drizzle-orm';
import { query, type Tx } from '#kernel/database.ts';
import type { InviteeEntity } from '../kinds.ts';

/** The kinds of approval; users with the permission to invite such people decide. */
export const approvalNames: Record<InviteeEntity, string> = {
  guardian: 'guardians.inviteMany',
  employee: 'accounts.inviteMany',
};

/** The people who are part of a request that a second person has not decided yet. */
export async function waitingPeople(tx: Tx, entity: InviteeEntity, institutionId: number): Promise<Set<number>> {
  const rows = await query<{ id: string }>(
    tx,
    sql`select person.id from approvals a cross join lateral jsonb_array_elements_text(a.payload -> 'people') person(id)
      where a.institution_id = ${institutionId} and a.kind = ${approvalNames[entity]} and a.outcome is null
        and a.expires_at > now()`,
  );
  return new Set(rows.map(({ id }) => Number(id)));
}

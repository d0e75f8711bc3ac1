import { sql, type SQL } from 'drizzle-orm';
import type { Entity } from '#kernel/personal-data/entity.ts';
import { ownerColumn } from '#kernel/personal-data/named-by.ts';

/** Where messages, answers and codes go: changed by two people once the person signs in (decision 0070). */
export const contactColumns = ['phone', 'mobile', 'email'] as const;

/** Whether somebody signs in with the record. Who is only invited, or may not sign in any more, has nothing to lose. */
export const signsIn = (entity: Entity, institution: SQL, id: SQL): SQL<boolean> =>
  sql<boolean>`exists (select from memberships m join accounts a on a.id = m.account_id
    join credentials c on c.account_id = a.id
    where m.institution_id = ${institution} and m.${ownerColumn(entity)} = ${id}
      and a.disabled_at is null and c.password_hash is not null)`;

import { sql, type SQL } from 'drizzle-orm';
import type { Entity } from '#kernel/personal-data/entity.ts';
import { ownerColumn } from '#kernel/personal-data/named-by.ts';

/** Where messages, answers and codes go: changed by two people once the person signs in (decision 0070). */
export const contactColumns = ['phone', 'mobile', 'email'] as const;

/**
 * Whether somebody signs in with the record. An invitation that is open, or a disabled account, does not count. The
 * names of its tables are not those of the queries around it.
 */
export const signsIn = (entity: Entity, institution: SQL, id: SQL): SQL<boolean> =>
  sql<boolean>`exists (select from memberships own join accounts login on login.id = own.account_id
    join credentials pass on pass.account_id = login.id
    where own.institution_id = ${institution} and own.${ownerColumn(entity)} = ${id}
      and login.disabled_at is null and pass.password_hash is not null)`;

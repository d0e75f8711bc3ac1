import { aliasedTable, and, ne, sql, type SQL } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { guardians, type findableGuardians } from '#features/records/people/people.schema.ts';
import { visibleTo } from './guardians.policy.ts';

/* Each institution has its own record of a guardian. Users who see several institutions see one person where
   name and number are the same: that is sure enough to show two records as one, and leaves each in its institution. */

export type GuardianTable = typeof guardians | typeof findableGuardians;

const twin = aliasedTable(guardians, 'twin') as unknown as typeof guardians;
const twinNumber = sql`coalesce(${twin.mobile}, ${twin.phone}, ${twin.email})`;

/** Whether an older record of the same person is also in the list; `listed` is the list's own condition. */
export function hasOlderRecord(actor: Actor, table: GuardianTable, listed: (table: GuardianTable) => SQL[]): SQL {
  const isOlder = and(
    sql`${twin.sortName} = ${table.sortName}`,
    sql`${twinNumber} = coalesce(${table.mobile}, ${table.phone}, ${table.email})`,
    ne(twin.institutionId, table.institutionId),
    sql`${twin.id} < ${table.id}`,
    visibleTo(actor, twin),
    ...listed(twin),
  );
  return sql`exists (select from ${guardians} twin where ${isOlder})`;
}

/** Other visible records of the person in the row `s` of a list. */
const otherRecords = (actor: Actor) =>
  sql`${guardians} twin where ${and(
    sql`${twin.sortName} = s.sort_key`,
    sql`${twinNumber} = coalesce(s.phone, s.email)`,
    sql`${twin.institutionId} <> s."institutionId"`,
    visibleTo(actor, twin),
  )}`;

/** All records of the person in the row `s`. */
export const recordsOf = (actor: Actor, isAcross: boolean): SQL =>
  isAcross
    ? sql`(select s."institutionId" as institution_id, s.id union all select twin.institution_id, twin.id from ${otherRecords(actor)}) record`
    : sql`(select s."institutionId" as institution_id, s.id) record`;

/** Ids of the institutions with the other records, as JSON. */
export const alsoAtOf = (actor: Actor, isAcross: boolean): SQL =>
  isAcross
    ? sql`(select coalesce(json_agg(distinct twin.institution_id), '[]') from ${otherRecords(actor)})`
    : sql`'[]'::json`;

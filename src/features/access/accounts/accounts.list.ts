import { and, eq, inArray, or, sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { institutionsInView, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { accounts, credentials, memberships, roles, sessions } from '#kernel/identity.schema.ts';
import { declareList } from '#kernel/list/declare-list.ts';
import { filterBy, type FilterContext, searchText } from '#kernel/list/filters.ts';
import { literally } from '#kernel/searchable.ts';
import { visibleAccounts } from './accounts.policy.ts';

export const accountStates = ['active', 'invited', 'suspended', 'disabled'] as const;
export type AccountState = (typeof accountStates)[number];

export const iso = (moment: SQL | typeof sessions.createdAt) =>
  sql<string | null>`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
const sortKey = sql<string>`akada_searchable(${accounts.name}) collate "C"`;

/** Accounts of the institutions in view, by name. */
export const accountList = declareList({
  id: accounts.id,
  sortKey,
  visible: (actor, wanted) => [{ where: visibleAccounts(actor, wanted) }],
  filters: {
    q: filterBy(searchText, (text, _, context) => isNamed(text, context)),
    role: filterBy(
      z.string().max(80),
      (role, _, context) => sql`exists (select from ${memberships} m join ${roles} r
        on (r.institution_id, r.id) = (m.institution_id, m.role_id)
        where m.account_id = ${accounts.id} and r.name = ${role} and ${inArray(sql`m.institution_id`, inView(context))})`,
    ),
    state: filterBy(z.enum(accountStates), (state, _, context) => eq(stateIn(inView(context)), state)),
  },
  select: (db, actor, institutionId) => {
    const ids = inView({ actor, institutionId });
    return db
      .select({
        id: accounts.id,
        name: accounts.name,
        username: accounts.username,
        reach: sql<
          string | null
        >`case when ${seesAddresses(actor, ids)} then coalesce(${accounts.email}, ${accounts.phone}) end`,
        roles: rolesIn(ids),
        isGroupAdministrator: accounts.isGroupAdministrator,
        lastSignIn: iso(sql`(select max(s.created_at) from ${sessions} s where s.account_id = ${accounts.id})`),
        state: stateIn(ids),
        sortKey,
      })
      .from(accounts)
      .leftJoin(credentials, eq(credentials.accountId, accounts.id));
  },
});

export async function countAccounts(db: Db, actor: Actor, filter: object): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(accounts)
    .leftJoin(credentials, eq(credentials.accountId, accounts.id))
    .where(or(...accountList.conditions(actor, filter)));
  return row!.count;
}

const inView = ({ actor, institutionId }: FilterContext) => institutionsInView(actor, institutionId, 'accounts.view');

/** Shows the institution beside a role if the actor has several. */
const rolesIn = (ids: number[]) => sql<{ role: string; institutionId: number }[]>`coalesce((
  select jsonb_agg(jsonb_build_object('role', r.name, 'institutionId', r.institution_id) order by m.id)
  from ${memberships} m join ${roles} r on (r.institution_id, r.id) = (m.institution_id, m.role_id)
  where m.account_id = ${accounts.id} and ${inArray(sql`m.institution_id`, ids)}), '[]')`;

/** Suspended: shut out of each of the actor's institutions that the account belongs to. */
const isSuspended = (ids: number[]) => sql`not exists (select from ${memberships} m
  where m.account_id = ${accounts.id} and ${inArray(sql`m.institution_id`, ids)} and m.suspended_at is null)
  and exists (select from ${memberships} m where m.account_id = ${accounts.id} and ${inArray(sql`m.institution_id`, ids)})`;
const stateIn = (ids: number[]) =>
  sql<AccountState>`case when ${accounts.disabledAt} is not null then 'disabled' when ${isSuspended(ids)} then 'suspended'
    when ${credentials.passwordHash} is null then 'invited' else 'active' end`;

/** Addresses of an account are for the institution that manages it. */
const seesAddresses = (actor: Actor, ids: number[]) =>
  actor.isGroupAdministrator ? sql`true` : inArray(sql`akada_home_of(${accounts.id})`, ids);

function isNamed(text: string, context: FilterContext): SQL {
  const found = `%${literally(text)}%`;
  const inName = sql`akada_searchable(${accounts.name}) like akada_searchable(${found})`;
  const like = (column: AnyPgColumn) => sql`${column} like lower(${found})`;
  const inAddress = and(or(like(accounts.email), like(accounts.phone)), seesAddresses(context.actor, inView(context)));
  return or(inName, like(accounts.username), inAddress)!;
}

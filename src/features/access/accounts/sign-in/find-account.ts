import { and, eq, inArray, or, sql } from 'drizzle-orm';
import type { SelectedFields } from 'drizzle-orm/pg-core';
import type { Tx } from '#kernel/database.ts';
import { accounts, credentials } from '#kernel/identity.schema.ts';
import type { Identifier } from './identifiers.ts';

/**
 * The account of an identifier; a username takes precedence over e-mail and phone. A local phone number that matches
 * accounts in two countries finds none.
 */
export async function findAccount<More extends SelectedFields = Record<never, never>>(
  tx: Tx,
  { name, phones }: Identifier,
  more = {} as More,
) {
  const [account, other] = await tx
    .select({
      ...more,
      id: accounts.id,
      name: accounts.name,
      username: accounts.username,
      email: accounts.email,
      phone: accounts.phone,
      disabledAt: accounts.disabledAt,
      passwordHash: credentials.passwordHash,
    })
    .from(accounts)
    .leftJoin(credentials, eq(credentials.accountId, accounts.id))
    .where(
      or(
        eq(accounts.username, name),
        and(eq(accounts.email, name), accounts.signsInByEmail),
        phones.length > 0 ? and(inArray(accounts.phone, phones), accounts.signsInByPhone) : undefined,
      ),
    )
    .orderBy(sql`(${accounts.username} = ${name}) desc`, accounts.id)
    .limit(2);
  return other && phones.length > 1 ? undefined : account;
}

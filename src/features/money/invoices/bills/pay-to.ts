import { asc, inArray } from 'drizzle-orm';
import type { Db } from '#kernel/database.ts';
import { accountsToPay } from './pay-to.schema.ts';

/**
 * Where families transfer fees: the bank accounts in force, each agreed to by a second person (docs/decisions/0063).
 * Invoices and "My fees" show the same ones.
 */
export const whereToPay = (db: Db, institutionIds: number[]) =>
  db
    .select({
      id: accountsToPay.id,
      institutionId: accountsToPay.institutionId,
      name: accountsToPay.name,
      bank: accountsToPay.bank,
      number: accountsToPay.number,
    })
    .from(accountsToPay)
    .where(inArray(accountsToPay.institutionId, institutionIds))
    .orderBy(asc(accountsToPay.name), asc(accountsToPay.id));

import { asc, and, eq } from 'drizzle-orm';
import type { Db } from '#kernel/database.ts';
import { pinKeys } from '../pin-keys.ts';
import { pins } from '../pins.schema.ts';
import type { PinStatus } from '../pins.ts';
import type { PinsOfOrder } from './reserve-pins.ts';

export interface BoughtPin {
  serial: number;
  /** Null once it is used, void or expired, or if it is on a card. */
  secret: string | null;
  lastFour: string | null;
  status: PinStatus;
  expiresOn: string;
}

/** The pins of an order, readable. Only for the buyer's page and the slip of the sale. */
export async function boughtPins(
  db: Db,
  secret: Buffer,
  { institutionId, orderId }: PinsOfOrder,
): Promise<BoughtPin[]> {
  const rows = await db
    .select({
      serial: pins.serial,
      sealed: pins.sealed,
      lastFour: pins.lastFour,
      status: pins.status,
      expiresOn: pins.expiresOn,
    })
    .from(pins)
    .where(and(eq(pins.institutionId, institutionId), eq(pins.orderId, orderId)))
    .orderBy(asc(pins.serial));
  const keys = pinKeys(secret, institutionId);
  return rows.map(({ sealed, ...pin }) => ({ ...pin, secret: sealed && keys.unseal(sealed) }));
}

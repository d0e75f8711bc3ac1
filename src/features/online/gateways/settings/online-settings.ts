import { eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '#kernel/database.ts';
import { onlineSettings } from '../gateways.schema.ts';

export type OnlineSettings = typeof onlineSettings.$inferSelect;

const unset = (institutionId: number): OnlineSettings => ({
  institutionId,
  provider: null,
  isDemonstration: false,
  minimum: 100_000,
  givesAccounts: false,
});

/** How families of an institution pay online; what a new one starts with if nothing is saved. */
export async function settingsOf(db: Db, institutionId: number): Promise<OnlineSettings> {
  const [row] = await db.select().from(onlineSettings).where(eq(onlineSettings.institutionId, institutionId));
  return row ?? unset(institutionId);
}

/** The same, locked. The row is created if there is none, so that two first changes wait for each other. */
export async function lockSettings(tx: Tx, institutionId: number): Promise<OnlineSettings> {
  await tx.execute(sql`insert into online_settings (institution_id) values (${institutionId}) on conflict do nothing`);
  const [row] = await tx
    .select()
    .from(onlineSettings)
    .where(eq(onlineSettings.institutionId, institutionId))
    .for('no key update');
  return row!;
}

/** Whether an institution takes payments online. */
export async function canPayOnline(db: Db, institutionId: number): Promise<boolean> {
  return (await settingsOf(db, institutionId)).provider !== null;
}

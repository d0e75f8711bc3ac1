import { and, eq, sql } from 'drizzle-orm';
import { take } from '#kernel/counters.ts';
import { insertMany } from '#kernel/database/insert-many.ts';
import { type Tx, query } from '#kernel/database.ts';
import { addDays, today } from '#kernel/dates.ts';
import { programs } from '#features/school/structure/structure.schema.ts';
import type { DemoInstitution } from '#web/feature.ts';
import { pinKeys, newSecret } from './pin-keys.ts';
import { pinBatches, pinHandovers, pinKinds, pins, pinSellers } from './pins.schema.ts';

type Kind = Omit<typeof pinKinds.$inferInsert, 'institutionId'>;

/**
 * Result pins everywhere, and pins of the application form where a programme asks for one: a stock for orders, and
 * printed cards of which a bank sells some. Returns the ids of the kinds.
 */
export async function insertPinKinds(tx: Tx, secret: Buffer, { id: institutionId }: DemoInstitution) {
  const [program] = await tx
    .select({ id: programs.id, name: programs.name, price: programs.applicationFee })
    .from(programs)
    .where(and(eq(programs.institutionId, institutionId), eq(programs.requiresPin, true)));
  const insert = async (kind: Kind) => {
    const [row] = await tx
      .insert(pinKinds)
      .values({ institutionId, soldAt: 'The bursary, and all branches of First Bank', isOnSale: true, ...kind })
      .returning({ id: pinKinds.id });
    return row!.id;
  };
  const result = await insert({ name: 'Result checker', type: 'result', price: 150_000, validDays: 365 });
  await insertBatch(tx, secret, institutionId, { kindId: result, quantity: 200, isCard: false });
  if (!program) return { form: null, result };
  const form = await insert({
    name: 'ND application form',
    type: 'registration',
    programId: program.id,
    price: program.price,
    validDays: 180,
  });
  await insertBatch(tx, secret, institutionId, { kindId: form, quantity: 150, isCard: false });
  const first = await insertBatch(tx, secret, institutionId, { kindId: form, quantity: 100, isCard: true });
  await handOver(tx, institutionId, first);
  return { form, result };
}

/** Returns the first serial number. */
async function insertBatch(
  tx: Tx,
  secret: Buffer,
  institutionId: number,
  { kindId, quantity, isCard }: { kindId: number; quantity: number; isCard: boolean },
): Promise<number> {
  const number = await take(tx, institutionId, 'pin batch');
  const firstSerial = await take(tx, institutionId, 'pin', quantity);
  const expiresOn = addDays(today('Africa/Lagos'), 180);
  const accountId = await anAccount(tx, institutionId);
  const [batch] = await tx
    .insert(pinBatches)
    .values({
      institutionId,
      number,
      kindId,
      quantity,
      firstSerial,
      expiresOn,
      accountId,
      state: 'ready',
      doneCount: quantity,
      // The cards were printed: nobody can read their secrets any more.
      ...(isCard
        ? { purpose: 'cards', layout: 'cards10', printedAt: new Date(), printedBy: accountId }
        : { purpose: 'orders' }),
    })
    .returning({ id: pinBatches.id });
  const keys = pinKeys(secret, institutionId);
  await insertMany(
    tx,
    pins,
    Array.from({ length: quantity }, (_, at) => {
      const serial = firstSerial + at;
      const common = { institutionId, batchId: batch!.id, kindId, isCard, expiresOn, serial };
      if (!isCard) return common;
      const digits = newSecret();
      return {
        ...common,
        secretHash: `\\x${keys.hash(serial, digits).toString('hex')}` as never,
        lastFour: digits.slice(-4),
      };
    }),
  );
  return firstSerial;
}

/** Forty cards lie at a bank. */
async function handOver(tx: Tx, institutionId: number, first: number): Promise<void> {
  const [seller] = await tx
    .insert(pinSellers)
    .values({ institutionId, name: 'First Bank, Suleja', kind: 'bank', contact: '+234 919 000 0310' })
    .returning({ id: pinSellers.id });
  await tx.insert(pinHandovers).values({
    institutionId,
    sellerId: seller!.id,
    direction: 'out',
    firstSerial: first,
    lastSerial: first + 39,
    quantity: 40,
    accountId: await anAccount(tx, institutionId),
  });
  await tx.execute(sql`update pins set seller_id = ${seller!.id}
    where institution_id = ${institutionId} and serial between ${first} and ${first + 39}`);
}

/** Somebody of the institution. */
async function anAccount(tx: Tx, institutionId: number): Promise<number> {
  const [row] = await query<{ id: number }>(tx)`
    select min(account_id) as id from memberships where institution_id = ${institutionId}`;
  return Number(row!.id);
}

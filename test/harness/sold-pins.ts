import { sql } from 'drizzle-orm';
import { systemActor } from '#kernel/actor.ts';
import { makeBatch } from '#features/money/pins/batches/make-batch.ts';
import { makePins } from '#features/money/pins/batches/make-pins.job.ts';
import { pinKeys, secretDigits } from '#features/money/pins/pin-keys.ts';
import { pinBatches, pinKinds } from '#features/money/pins/pins.schema.ts';
import type { PinType } from '#features/money/pins/pins.ts';
import type { startSchool } from './app.ts';

type World = Pick<Awaited<ReturnType<typeof startSchool>>, 'database' | 'school' | 'services'>;

/** A kind of pin on sale at Ilorin Grammar School, and cards of it that somebody has bought; result pins have two views. */
export async function soldPins(
  { database, school, services }: World,
  quantity: number,
  type: PinType = 'registration',
) {
  const { id: institutionId, programId } = school.ilorin;
  const maker = systemActor(institutionId, 'Bola Ahmed', school.accounts.registrar);
  const common = { expires_on: null, quantity };
  const inside = <T>(work: Parameters<typeof database.asSystem<T>>[1]) => database.asSystem([institutionId], work);
  const [kind] = await inside((tx) =>
    tx
      .insert(pinKinds)
      .values({
        institutionId,
        type,
        price: 500_000,
        validDays: 365,
        views: 2,
        ...(type === 'result' ? { name: 'Result checker' } : { name: 'Entrance form', programId }),
        isOnSale: true,
        soldAt: 'Unity Bank, Taiwo Road, and the school office',
      })
      .returning({ id: pinKinds.id }),
  );
  for (const purpose of ['orders', 'cards'] as const) {
    const { id: batchId } = await inside((tx) =>
      makeBatch(tx, maker, services.jobs, 'https://akada.test', {
        ...common,
        kind_id: kind!.id,
        purpose,
        layout: purpose === 'cards' ? 'csv' : null,
      }),
    );
    await makePins(services, { institutionId, batchId }, new AbortController().signal);
  }
  const batch = await inside(async (tx) => {
    await tx.execute(sql`update pins set status = 'sold', sold_at = now() where is_card`);
    const [made] = await tx
      .select()
      .from(pinBatches)
      .where(sql`purpose = 'cards'`);
    return made!;
  });
  const digits = pinKeys(services.secret, institutionId).unseal(batch.secrets!)!;
  return Array.from({ length: quantity }, (_, at) => ({
    pin_serial: String(batch.firstSerial + at),
    pin_secret: digits.slice(at * secretDigits, (at + 1) * secretDigits),
  }));
}

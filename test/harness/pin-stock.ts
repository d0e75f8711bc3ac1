import { sql } from 'drizzle-orm';
import { systemActor } from '#kernel/actor.ts';
import { makeBatch } from '#features/money/pins/batches/make-batch.ts';
import { makePins } from '#features/money/pins/batches/make-pins.job.ts';
import { pinKinds } from '#features/money/pins/pins.schema.ts';
import type { Paying } from './online-school.ts';

/** A kind of pin for ₦5,000 that is sold online, with so many in stock. */
export async function sellOnline(paying: Paying, name: string, quantity: number): Promise<number> {
  const [kind] = await paying.within((tx) =>
    tx
      .insert(pinKinds)
      .values({
        institutionId: paying.world.school.ilorin.id,
        name,
        type: 'registration',
        price: 5_000_00,
        validDays: 365,
        isOnSale: true,
      })
      .returning({ id: pinKinds.id }),
  );
  await stockUp(paying, kind!.id, quantity);
  return kind!.id;
}

/** Makes more pins of a kind, as the office does. */
export async function stockUp(paying: Paying, kind: number, quantity: number): Promise<void> {
  const { services, school } = paying.world;
  const institutionId = school.ilorin.id;
  const { id } = await paying.within(async (tx) => {
    const { rows } = await tx.execute<{ id: number }>(sql`select id from accounts where username = 'bursar'`);
    const maker = systemActor(institutionId, 'Bursar', Number(rows[0]!.id));
    return makeBatch(tx, maker, services.jobs, 'https://akada.test', {
      kind_id: kind,
      purpose: 'orders',
      quantity,
      expires_on: null,
      layout: null,
    });
  });
  await makePins(services, { institutionId, batchId: id }, new AbortController().signal);
}

import { setTimeout as wait } from 'node:timers/promises';
import { withClient } from '#test/harness/client.ts';
import { clerkAt } from '#test/faults/clerk.ts';
import { pause, type Desk } from './desk.ts';
import { report, type Provider } from './online.ts';

export interface PinShop {
  kindId: number;
  nextAddress: () => string;
}

const stock = 20_000;

/** A kind of pin that is sold online, with enough of it. Secrets are made when a pin is sold. */
export const openPinShop = (ownerUrl: string, institutionId: number, nextAddress: () => string): Promise<PinShop> =>
  withClient(ownerUrl, async (client) => {
    const { rows } = await client.query<{ id: number }>(
      `with kind as (
         insert into pin_kinds (institution_id, name, type, price, valid_days, is_on_sale)
         values ($1, 'Form of the faults', 'registration', 500000, 365, true) returning id),
       batch as (
         insert into pin_batches (institution_id, number, kind_id, purpose, quantity, first_serial, expires_on, state, account_id)
         select $1, 90001, id, 'orders', $2, 900000001, current_date + 365, 'ready', (select min(id) from accounts) from kind
         returning id, kind_id),
       made as (
         insert into pins (institution_id, serial, batch_id, kind_id, is_card, expires_on)
         select $1, 900000000 + n, id, kind_id, false, current_date + 365 from batch, generate_series(1, $2::int) n)
       select id::int from kind`,
      [institutionId, stock],
    );
    return { kindId: rows[0]!.id, nextAddress };
  });

/** Parents buy pins at the provider, which reports each payment three times at once; some look at their order as well. */
export async function buyPins(shop: PinShop, provider: Provider, { school, notes, chance, prefix, isOver }: Desk) {
  for (let turn = 1; !isOver(); turn += 1) {
    const buyer = clerkAt(provider.door, shop.nextAddress());
    await buyer.get('/sign-in');
    const wanted = {
      institution_id: school.institutionId,
      kind_id: shop.kindId,
      quantity: 1 + Math.floor(chance() * 3),
      buyer_name: 'A parent',
      buyer_email: `${prefix}.${turn}@faults.example`.toLowerCase(),
    };
    const ordered = await buyer.post('/orders', wanted);
    const reference = /\/test-gateway\/([A-Z0-9-]+)/.exec(ordered.location + ordered.body)?.[1];
    if (!reference) {
      if (![0, 200, 303, 429, 503].includes(ordered.status))
        notes.odd.push(`order answered ${ordered.status}: ${ordered.body.slice(0, 300)}`);
      await pause(ordered);
      continue;
    }
    await buyer.post(`/test-gateway/${reference}`, { outcome: 'pay' });
    for (let tries = 0; tries < 3 && !isOver(); tries += 1) {
      const answers = await Promise.all([1, 2, 3].map(() => report(provider, school.institutionId, reference)));
      const taken = answers.find(({ status }) => status === 200);
      if (taken && (await isPaid(provider, reference))) notes.note('order', reference, taken);
      if (taken) break;
      await wait(200);
    }
    await wait(50);
  }
}

/** Whether the provider has the money: a click that got no answer may not have arrived. */
const isPaid = ({ ownerUrl }: Provider, reference: string): Promise<boolean> =>
  withClient(ownerUrl, async (client) => {
    const { rows } = await client.query<{ paid: boolean }>(
      `select outcome = 'paid' and paid_at < now() - interval '0 seconds' as paid from test_gateway_payments where reference = $1`,
      [reference],
    );
    return rows[0]?.paid ?? false;
  }).catch(() => false);

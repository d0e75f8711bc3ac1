import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { systemActor } from '#kernel/actor.ts';
import { openDatabase, type Tx } from '#kernel/database.ts';
import { readKey } from '../../../bin/backup/secret-key.ts';
import { readKeys } from '#features/online/gateways/providers/gateway-of.ts';
import { testSignature } from '#features/online/gateways/providers/gateway-errors.ts';
import { createTestKeys } from '#features/online/gateways/settings/save-keys.ts';
import { withClient } from '#test/harness/client.ts';
import { askOnce, type Door } from '#test/faults/clerk.ts';
import { pick, type Desk } from './desk.ts';

export interface Provider {
  ownerUrl: string;
  door: Door;
  /** What it signs its messages with. */
  secret: string;
}

/** The test gateway of a school, as a provider outside of the product. */
export const openProvider = (
  { ownerUrl, door, dataFolder }: { ownerUrl: string; door: Door; dataFolder: string },
  institutionId: number,
): Promise<Provider> =>
  withClient(ownerUrl, async (client) => {
    const tx = openDatabase(client) as unknown as Tx;
    const { secret } = readKey({ dataFolder });
    await createTestKeys(tx, systemActor(institutionId, 'Test'), secret, institutionId);
    const keys = await readKeys(tx, secret, { institutionId, provider: 'test' });
    return { ownerUrl, door, secret: keys!.settings['secretKey']! };
  });

/**
 * Families pay at the provider, which reports each payment three times at once; some of them come back to their page.
 * What is not answered is reported again, or never: then the job finds it.
 */
export async function payOnline(provider: Provider, { clerk, school, notes, chance, prefix, isOver }: Desk) {
  for (let turn = 1; !isOver(); turn += 1) {
    const reference = `${prefix}-WEB-${turn}`.toUpperCase();
    const id = await pay(provider, school.institutionId, pick(chance, school.studentIds), reference).catch(() => null);
    if (id === null) {
      await wait(200);
      continue;
    }
    const comesBack = chance() < 0.3 ? clerk.post(`/online-payments/${id}/check`) : null;
    for (let tries = 0; tries < 3 && !isOver(); tries += 1) {
      const answers = await Promise.all([1, 2, 3].map(() => report(provider, school.institutionId, reference)));
      const taken = answers.find(({ status }) => status === 200);
      for (const { status, body } of answers)
        if (![0, 200, 429, 503].includes(status)) notes.odd.push(`webhook ${reference} answered ${status}: ${body}`);
      if (taken) notes.note('webhook', reference, taken);
      if (taken || chance() < 0.3) break;
      await wait(200);
    }
    const back = await comesBack;
    if (back && ![0, 200, 429, 503].includes(back.status))
      notes.odd.push(`return ${reference} answered ${back.status}: ${back.body.slice(0, 300)}`);
    await wait(50);
  }
}

/** The provider says that something happened to a payment. */
export function report({ door, secret }: Provider, institutionId: number, reference: string) {
  const body = JSON.stringify({ event: 'test.charge', reference });
  const signature = createHmac('sha512', secret).update(body).digest('hex');
  return askOnce(door.url, `/hooks/${institutionId}/test-gateway`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', [testSignature]: signature, 'x-forwarded-for': '192.0.2.200' },
  });
}

/** A payment that a family has chosen, and that the provider has the money of. */
const pay = ({ ownerUrl }: Provider, institutionId: number, studentId: number, reference: string): Promise<number> =>
  withClient(ownerUrl, async (client) => {
    const { rows } = await client.query<{ id: number }>(
      `with made as (
         insert into payments (institution_id, channel, provider, reference, status, amount, currency, day, code, is_test)
         values ($1, 'gateway', 'test', $3, 'pending', 250000, 'NGN', current_date, substr(md5($3), 1, 16), true)
         returning institution_id, id, amount, currency),
       share as (
         insert into payment_shares (institution_id, payment_id, student_id, amount)
         select institution_id, id, $2, amount from made),
       gate as (
         insert into test_gateway_payments (institution_id, reference, amount, currency, return_to, outcome, paid_at)
         select institution_id, $3, amount, currency, 'https://example.com', 'paid', now() from made)
       insert into online_payments (institution_id, payment_id, provider, mode, reference, amount, currency, account_id, status,
         next_check_at)
       select institution_id, id, 'test', 'test', $3, amount, currency,
         (select id from accounts where username = 'guardian'), 'open', now() + interval '1 minute' from made
       returning id::int`,
      [institutionId, studentId, reference],
    );
    return rows[0]!.id;
  });

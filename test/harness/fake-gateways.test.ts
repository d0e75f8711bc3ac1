import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { flutterwave } from '#features/online/gateways/providers/gateway-of.ts';
import { paystack } from '#features/online/gateways/providers/paystack.ts';
import { startFakeGateways, type FakeGateways } from './fake-gateways.ts';
import { deliver, forged, truncated } from './fake-webhooks.ts';

let fake: FakeGateways;
beforeAll(async () => void (fake = await startFakeGateways()));
afterAll(() => fake.close());

const payment = {
  amount: { minor: 500_000, currency: 'NGN' },
  email: 'parent@example.ng',
  name: 'Bisi Ade',
  returnTo: 'https://school.example/pay/return?of=7',
};
const keys = { paystack: 'sk_test_0123456789abcdef', flutterwave: 'FLWSECK_TEST-0123456789abcdef-X' };

test('events are delivered at once, replayed, forged and cut off, with their signatures', async () => {
  const gateway = paystack({ base: fake.paystack.base });
  await gateway.start({ ...payment, reference: 'w1', settings: { secretKey: keys.paystack } });
  fake.paystack.pay('w1');
  const verdicts: boolean[] = [];
  const server = createServer(async (request, response) => {
    const raw = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>));
    const isRight = gateway.webhook.verify({ raw, headers: request.headers, url: '', now: Date.now() }, keys.paystack);
    verdicts.push(isRight);
    response.writeHead(isRight ? 200 : 401).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks/1/paystack`;
  const event = fake.paystack.event('w1');
  expect(await deliver(address, event, forged(event), event, truncated(event), event)).toEqual([
    200, 401, 200, 401, 200,
  ]);
  server.closeAllConnections();
  server.close();
});

test('the payer comes back to the return address with what each provider adds to it', async () => {
  await paystack({ base: fake.paystack.base }).start({
    ...payment,
    reference: 'b1',
    settings: { secretKey: keys.paystack },
  });
  expect(fake.paystack.returnAddress('b1')).toBe(`${payment.returnTo}&trxref=b1&reference=b1`);
  await flutterwave({ base: fake.flutterwave.base }).start({
    ...payment,
    reference: 'b2',
    settings: { secretKey: keys.flutterwave },
  });
  fake.flutterwave.pay('b2');
  const { id } = fake.flutterwave.of('b2');
  expect(fake.flutterwave.returnAddress('b2')).toBe(
    `${payment.returnTo}&status=successful&tx_ref=b2&transaction_id=${id}`,
  );
});

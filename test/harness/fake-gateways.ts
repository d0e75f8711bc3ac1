import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fakeFlutterwave } from './fake-flutterwave.ts';
import { fakePaystack } from './fake-paystack.ts';
import type { Answer, ReceivedRequest, Fault } from './fake-transactions.ts';
import { pause } from './time.ts';

export type FakeGateways = Awaited<ReturnType<typeof startFakeGateways>>;

/**
 * A server that speaks the documented HTTP of Paystack and Flutterwave. Tests give `base` to a gateway, decide what
 * happens to a payment (`pay`, `fail`, `abandon`, `payLate`, `settle`), spoil the next answers (`fault`), look at
 * what was asked (`asked`), and deliver events with test/harness/fake-webhooks.ts.
 */
export async function startFakeGateways() {
  let origin = '';
  /** Requests that were for neither provider, such as a redirect that was followed. */
  const elsewhere: string[] = [];
  const server = createServer((request, response) => void handle(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const part = <Provider extends { answer(asked: ReceivedRequest): Answer }>(name: string, provider: Provider) => {
    const faults: Fault[] = [];
    const asked: ReceivedRequest[] = [];
    /** Each spoils one answer, in this order. */
    const fault = (...next: Fault[]) => void faults.push(...next);
    return { ...provider, base: `${origin}/${name}`, faults, asked, fault };
  };
  const paystack = part(
    'paystack',
    fakePaystack(() => `${origin}/checkout`),
  );
  const flutterwave = part(
    'flutterwave/v3',
    fakeFlutterwave(() => `${origin}/checkout`),
  );

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const url = request.url ?? '/';
    const provider = [paystack, flutterwave].find(({ base }) => `${origin}${url}`.startsWith(`${base}/`));
    if (!provider) {
      elsewhere.push(url);
      return void response.writeHead(404).end();
    }
    const parts = await Array.fromAsync(request as AsyncIterable<Buffer>).catch(() => []);
    const text = Buffer.concat(parts).toString();
    const asked: ReceivedRequest = {
      method: request.method ?? '',
      path: `${origin}${url}`.slice(provider.base.length),
      headers: request.headers,
      body: text ? (JSON.parse(text) as ReceivedRequest['body']) : {},
    };
    provider.asked.push(asked);
    await spoil(provider.faults.shift(), response, () => provider.answer(asked), origin);
  }

  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };

  return { origin, paystack, flutterwave, elsewhere, close };
}

async function spoil(fault: Fault | undefined, response: ServerResponse, work: () => Answer, origin: string) {
  const json = (status: number, body: unknown, headers = {}) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  const send = () => {
    const { status, body } = work();
    json(status, body);
  };
  if (!fault) return send();
  if (typeof fault === 'object') {
    if ('refuse' in fault) return json(400, { status: false, message: fault.refuse });
    await pause(fault.slow);
    return send();
  }
  switch (fault) {
    case 'hang':
      return;
    case 'hangUp':
      return response.destroy();
    case 'error':
      return json(500, { status: false, message: 'Server error' });
    case 'busy':
      return json(429, { status: false, message: 'Please wait a few minutes and try again.' }, { 'retry-after': '30' });
    case 'redirect':
      return response.writeHead(302, { location: `${origin}/elsewhere` }).end();
    case 'garbage':
      return response.writeHead(200, { 'content-type': 'application/json' }).end(Buffer.from([0xff, 0xfe, 0x00, 0x7b]));
    case 'html':
      return response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>We are improving our service</h1>');
    case 'huge':
      return json(200, { status: true, message: 'x'.repeat(2_000_000), data: {} });
    case 'truncated': {
      // The work is done; its answer is lost on the way.
      const body = JSON.stringify(work().body);
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
      response.write(body.slice(0, body.length / 2), () => response.destroy());
    }
  }
}

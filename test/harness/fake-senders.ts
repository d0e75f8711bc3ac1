import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { approved, whatsappText } from './approved-templates.ts';

export interface AskedSender {
  method: string;
  path: string;
  headers: Record<string, string | string[] | undefined>;
  /** JSON or form fields. */
  body: Record<string, unknown>;
}
/** How the server spoils its next answer. After `taken` it has the message, but nobody hears of it. */
export type SenderFault =
  | 'hangUp'
  | 'taken'
  | 'busy'
  | 'away'
  | 'error'
  | 'html'
  | 'redirect'
  | { slow: number }
  | { answer: [number, unknown] };

/**
 * Speaks the documented HTTP of Termii, Africa's Talking, Twilio, WhatsApp, and a generic provider that knows idempotency
 * keys. `arrived` is what recipients' phones show.
 */
export async function startFakeSenders() {
  const asked: AskedSender[] = [];
  const faults: SenderFault[] = [];
  const arrived: { to: string; text: string }[] = [];
  const keys = new Map<string, string>();
  /** Milliseconds that every answer takes. */
  const settings = { delay: 0 };
  const busiest = { now: 0, most: 0 };
  let last = 1000;

  const server = createServer((request, response) => void handle(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const take = (to: unknown, text: unknown) => {
    arrived.push({ to: String(to), text: String(text) });
    return `fake-${(last += 1)}`;
  };

  function answer({ path, headers, body }: AskedSender): [number, unknown] {
    if (path.startsWith('/termii/api/sms/send')) {
      if (body.api_key !== 'termii-key') return [401, { code: 401, message: 'Invalid API key termii-key2' }];
      return [200, { code: 'ok', message_id: take(body.to, body.sms), message: 'Successfully Sent', balance: 9 }];
    }
    if (path.startsWith('/termii/api/get-balance')) return [200, { user: 'School', balance: 1250.5, currency: 'NGN' }];
    if (path === '/africastalking/version1/messaging') {
      if (headers.apikey !== 'at-key') return [401, 'The supplied authentication is invalid'];
      const recipient = {
        statusCode: 101,
        number: body.to,
        status: 'Success',
        cost: 'NGN 2.20',
        messageId: take(body.to, body.message),
      };
      return [201, { SMSMessageData: { Message: 'Sent to 1/1', Recipients: [recipient] } }];
    }
    if (path.startsWith('/africastalking/version1/user')) return [200, { UserData: { balance: 'KES 1785.50' } }];
    if (path.startsWith('/twilio/2010-04-01/Accounts/')) {
      if (path.endsWith('/Balance.json')) return [200, { balance: '20.25', currency: 'USD' }];
      return [201, { sid: take(body.To, body.Body), status: 'queued', error_code: null, error_message: null }];
    }
    if (path.startsWith('/whatsapp/')) {
      if (path.includes('/message_templates?')) return [200, { data: approved }];
      const text = whatsappText(body);
      return [200, { messaging_product: 'whatsapp', messages: [{ id: `wamid.${take(body.to, text)}` }] }];
    }
    if (path.startsWith('/generic')) {
      const key = String(headers['idempotency-key'] ?? '');
      const known = key && keys.get(key);
      const id = known || take(body.to, body.text);
      if (key) keys.set(key, id);
      return [200, { status: 'success', data: { id } }];
    }
    return [404, { message: 'There is nothing here.' }];
  }

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const parts = await Array.fromAsync(request as AsyncIterable<Buffer>).catch(() => []);
    const text = Buffer.concat(parts).toString();
    const isForm = String(request.headers['content-type']).includes('urlencoded');
    const body = !text
      ? {}
      : isForm
        ? Object.fromEntries(new URLSearchParams(text))
        : (JSON.parse(text) as Record<string, unknown>);
    const one: AskedSender = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body };
    asked.push(one);
    busiest.most = Math.max(busiest.most, (busiest.now += 1));
    const send = ([status, said]: [number, unknown], more = {}) =>
      response
        .writeHead(status, { 'content-type': 'application/json', ...more })
        .end(typeof said === 'string' ? said : JSON.stringify(said));
    const fault = faults.shift();
    if (settings.delay) await pause(settings.delay);
    busiest.now -= 1;
    if (!fault) return void send(answer(one));
    if (typeof fault === 'object') {
      if ('answer' in fault) return void send(fault.answer);
      await pause(fault.slow);
      return void send(answer(one));
    }
    if (fault === 'taken') answer(one);
    if (fault === 'taken' || fault === 'hangUp') return void response.destroy();
    if (fault === 'busy') return void send([429, { message: 'Slow down' }], { 'retry-after': '30' });
    if (fault === 'away') return void send([503, 'Away']);
    if (fault === 'error') return void send([500, '<h1>Error</h1>']);
    if (fault === 'redirect') return void send([302, ''], { location: `${origin}/elsewhere` });
    send([200, '<h1>We are improving our service</h1>']);
  }

  const bases = {
    termii: `${origin}/termii`,
    africastalking: `${origin}/africastalking`,
    twilio: `${origin}/twilio`,
    whatsapp: `${origin}/whatsapp`,
  };
  const generic = {
    address: `${origin}/generic`,
    method: 'POST',
    headers: 'Idempotency-Key: {key}\nAuthorization: Bearer {secret}',
    body: '{"to": "{to}", "text": "{text}", "from": "{sender}"}',
    secret: 'generic-secret',
    sender: 'School',
    success: 'status=success',
    idField: 'data.id',
    reportFields: 'id, status',
    deliveredWords: 'DELIVRD',
    failedWords: 'UNDELIV',
  };
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return {
    origin,
    bases,
    generic,
    asked,
    faults,
    arrived,
    keys,
    settings,
    busiest,
    network: { bases, reachesPrivate: true },
    close,
  };
}

export type FakeSenders = Awaited<ReturnType<typeof startFakeSenders>>;

export const termiiSettings = {
  base: 'https://v3.api.termii.com',
  apiKey: 'termii-key',
  sender: 'School',
  webhookKey: 'termii-webhook-key',
};

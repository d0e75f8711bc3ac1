import type { IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { nodeHttp } from '#kernel/node-http.ts';
import { openAddressesOnly, refusesAddress } from './addresses.ts';
import type { Outcome, ProviderNetwork } from './provider.ts';

interface ProviderCall {
  /** The provider's name in what people read. */
  label: string;
  method: string;
  url: string;
  headers?: Record<string, string>;
  body?: string;
  /** Never shown to anybody, not even if the provider repeats them. */
  secrets: readonly string[];
}

interface ProviderAnswer {
  status: number;
  text: string;
  /** Seconds that it asks to wait. */
  after: number | null;
}

/** No usable answer came. The error has no cause and no address: both could contain a key. */
export class NoAnswer extends Error {
  readonly outcome: Extract<Outcome, { is: 'later' | 'unknown' }>;
  constructor(outcome: NoAnswer['outcome']) {
    super(outcome.why);
    this.outcome = outcome;
  }
}

// A provider closes idle connections after some seconds; a request into one that is closing could count as sent.
const idle = 3_000;
const agents = {
  'http:': new nodeHttp.Agent({ keepAlive: true, timeout: idle }),
  'https:': new HttpsAgent({ keepAlive: true, timeout: idle }),
};
const largest = 262_144;

/**
 * One request, without following redirects. What can't be reached doesn't have the message; what was reached and didn't
 * answer may have it.
 */
export async function callProvider(network: ProviderNetwork, call: ProviderCall): Promise<ProviderAnswer> {
  const { label } = call;
  const url = URL.parse(call.url);
  const { timeoutMs = 15_000, reachesPrivate = false } = network;
  const refused = (why: string) => new NoAnswer({ is: 'later', why: `${label} ${why}.` });
  if (!url || !(url.protocol === 'https:' || (reachesPrivate && url.protocol === 'http:')))
    throw refused('has no address that begins with https://');
  if (!reachesPrivate && refusesAddress(url.hostname)) throw refused('has an address that is not on the internet');
  const protocol = url.protocol as keyof typeof agents;
  const answer = Promise.withResolvers<ProviderAnswer>();
  let isSent = false;
  let isSlow = false;
  const gone = (why: string) =>
    answer.reject(new NoAnswer({ is: isSent ? 'unknown' : 'later', why: `${label} ${why}.` }));
  const asked = (protocol === 'https:' ? httpsRequest : nodeHttp.request)(url, {
    method: call.method,
    headers: {
      Accept: 'application/json',
      'User-Agent': 'Akada',
      ...call.headers,
      ...(call.body !== undefined && { 'Content-Length': String(Buffer.byteLength(call.body)) }),
    },
    agent: agents[protocol],
    ...(!reachesPrivate && { lookup: openAddressesOnly }),
  });
  const timer = setTimeout(() => {
    isSlow = true;
    asked.destroy();
  }, timeoutMs);
  asked.on('socket', (socket) => {
    if (!socket.connecting) isSent = true;
    else socket.once(protocol === 'https:' ? 'secureConnect' : 'connect', () => (isSent = true));
  });
  asked.on('error', () =>
    gone(isSlow ? 'took too long to answer' : isSent ? 'closed the connection' : 'can’t be reached'),
  );
  asked.on('response', (response) => {
    textOf(response).then(
      (text) => answer.resolve({ status: response.statusCode ?? 0, text, after: secondsOf(response) }),
      () => {
        asked.destroy();
        gone(isSlow ? 'took too long to answer' : 'sent an answer that can’t be read');
      },
    );
  });
  asked.end(call.body);
  try {
    return checked(await answer.promise, label);
  } finally {
    clearTimeout(timer);
  }
}

/** Too many requests, and servers that are being repaired, have certainly taken nothing. */
function checked(answer: ProviderAnswer, label: string): ProviderAnswer {
  const { status, after } = answer;
  const later = (why: string) => new NoAnswer({ is: 'later', why: `${label} ${why}.`, after });
  if (status === 429) throw later('is receiving too many requests');
  if (status === 503) throw later('has a problem on its side');
  if (status >= 300 && status < 400) throw later('sent an answer that can’t be read');
  return answer;
}

async function textOf(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response) {
    size += (part as Buffer).length;
    if (size > largest) throw new RangeError('The answer is too large.');
    parts.push(part as Buffer);
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts));
}

function secondsOf({ headers }: IncomingMessage): number | null {
  const text = headers['retry-after'];
  return text && /^\d{1,5}$/.test(text) ? Number(text) : null;
}

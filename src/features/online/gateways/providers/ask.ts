import { exactJson } from './amounts.ts';
import { GatewayRefused, GatewayUnreachable, type Unreachable } from './gateway-errors.ts';

/** Where a provider's API is; tests give the address of a fake server. */
export interface GatewayNetwork {
  base: string;
  timeoutMs?: number;
  largestAnswer?: number;
}

export interface GatewayRequest {
  method: 'GET' | 'POST';
  /** From the base on; never contains a secret. */
  path: string;
  key: string;
  body?: object;
  signal?: AbortSignal;
}

export interface ProviderAnswer {
  status: number;
  /** Numbers are texts. */
  body: Record<string, unknown>;
}

/** Sends one request to the provider's host and follows no redirect. Errors have no cause: it could contain the key. */
export async function ask(gateway: string, network: GatewayNetwork, request: GatewayRequest): Promise<ProviderAnswer> {
  const { base, timeoutMs = 15_000, largestAnswer = 262_144 } = network;
  if (!/^[\x21-\x7e]+$/.test(request.key)) throw new GatewayRefused(gateway, 'the secret key is missing or malformed');
  const address = addressOf(base, request.path);
  const slow = AbortSignal.timeout(timeoutMs);
  const signal = request.signal ? AbortSignal.any([slow, request.signal]) : slow;
  const because = (reason: Unreachable) => (request.signal?.aborted ? 'stopped' : slow.aborted ? 'timeout' : reason);
  let response: Response;
  try {
    response = await fetch(address, {
      method: request.method,
      headers: {
        Authorization: `Bearer ${request.key}`,
        Accept: 'application/json',
        'User-Agent': 'Akada',
        ...(request.body && { 'Content-Type': 'application/json' }),
      },
      body: request.body ? JSON.stringify(request.body) : null,
      redirect: 'manual',
      signal,
    });
  } catch {
    throw new GatewayUnreachable(gateway, because('network'));
  }
  const { status } = response;
  const reason = status === 429 ? 'busy' : status === 408 ? 'timeout' : status >= 500 ? 'server' : null;
  if (reason || (status >= 300 && status < 400)) {
    void response.body?.cancel().catch(() => {});
    throw new GatewayUnreachable(gateway, reason ?? 'answer', secondsOf(response.headers.get('retry-after')));
  }
  try {
    const body = exactJson(await textOf(response, largestAnswer));
    if (typeof body === 'object' && body !== null) return { status, body: body as Record<string, unknown> };
  } catch {
    // Truncated, too large, or not JSON.
  }
  throw new GatewayUnreachable(gateway, because('answer'));
}

/** A value as one segment of a path. */
export function segment(text: string): string {
  if (/^\.{0,2}$/.test(text)) throw new RangeError('A path segment cannot be empty or dots.');
  return encodeURIComponent(text);
}

function addressOf(base: string, path: string): URL {
  const address = new URL(`${base}${path}`);
  if (address.origin !== new URL(base).origin) throw new RangeError('The address leaves the provider.');
  return address;
}

async function textOf(response: Response, largest: number): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > largest) throw new RangeError('The answer is too large.');
    text += decoder.decode(part, { stream: true });
  }
  return text + decoder.decode();
}

const secondsOf = (header: string | null) => (header && /^\d{1,5}$/.test(header) ? Number(header) : null);

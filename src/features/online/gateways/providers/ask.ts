import { GatewayRefused, GatewayUnreachable, type Unreachable } from './gateway-errors.ts';
import { z } from 'zod';
import { safeText } from '#kernel/safe-text.ts';
import { type Money, decimal, parseMoney } from '#kernel/money.ts';
import type { PaymentStart } from './gateway.ts';

/** Where a provider's API is; tests give the address of a fake server. */
export interface GatewayNetwork {
  base: string;
  timeoutMs?: number;
  largestAnswer?: number;
}

interface GatewayRequest {
  method: 'GET' | 'POST';
  /** From the base on; never contains a secret. */
  path: string;
  key: string;
  body?: object;
  signal?: AbortSignal;
}

interface ProviderAnswer {
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

/** A provider whose answers are `{ status, message, data }`. */
interface Provider {
  label: string;
  network: GatewayNetwork;
  /** The value of `status` in an answer that is not a refusal. */
  success: unknown;
  /** Its words for a record that it does not have, besides HTTP 404. */
  missing: RegExp;
}

export type Call = ReturnType<typeof callsTo>;

export function callsTo({ label, network, success, missing }: Provider) {
  /** The `data` of an answer in the documented form. */
  async function send<T>(shape: z.ZodType<T>, request: GatewayRequest): Promise<T> {
    const { status, body } = await ask(label, network, request);
    if (status >= 400 || body.status !== success) {
      throw new GatewayRefused(label, safeText(body.message, [request.key]) || `HTTP ${status}`, status);
    }
    const read = shape.safeParse(body.data);
    if (!read.success) throw new GatewayUnreachable(label, 'answer');
    return read.data;
  }

  /** The same, with null for a record that the provider does not have. */
  async function find<T>(shape: z.ZodType<T>, request: Omit<GatewayRequest, 'method'>): Promise<T | null> {
    try {
      return await send(shape, { ...request, method: 'GET' });
    } catch (error) {
      const isMissing = error instanceof GatewayRefused && (error.status === 404 || missing.test(error.reason));
      if (isMissing) return null;
      throw error;
    }
  }

  return { send, find };
}

/** `12500.00` for 1,250,000 kobo. */
export const nairaOf = (kobo: number): string => decimal(kobo).replaceAll(',', '');

/** Kobo of a decimal in an answer, or null: more than two decimals are not rounded. */
export const koboOfNaira = (text: unknown): number | null =>
  typeof text === 'string' && /^\d{1,14}(\.\d{1,2})?$/.test(text) ? parseMoney(text) : null;

/** Kobo of a whole number in an answer, or null. */
export function koboOf(text: unknown): number | null {
  if (typeof text !== 'string' || !/^\d{1,16}$/.test(text)) return null;
  return Number.isSafeInteger(Number(text)) ? Number(text) : null;
}

/** JSON with each number as its source text: amounts and 64-bit ids stay exact. */
export const exactJson = (text: string): unknown =>
  JSON.parse(text, (_, value, context?: { source?: string }) =>
    typeof value === 'number' ? (context?.source ?? String(value)) : value,
  );

/** Fields of providers' answers, whose numbers `exactJson` has turned into texts. */
export const text = z.string().min(1).max(300);
export const optionalText = z.string().max(1000).nullish().catch(null);
export const idText = z.string().regex(/^[\w-]{1,40}$/);
export const currency = z.string().regex(/^[A-Z]{3}$/);

/** Of events, which arrive as ordinary JSON. */
export const eventId = z
  .union([idText, z.int().nonnegative().transform(String)])
  .nullish()
  .catch(null);
/** Not dots alone, which an address would drop. */
export const eventReference = z.string().regex(/^(?!\.{1,2}$)\P{C}{1,300}$/u);

const exact = (read: (value: unknown) => number | null) =>
  z.unknown().transform((value, context) => read(value) ?? (context.addIssue('Not an exact amount.'), z.NEVER));
export const kobo = exact(koboOf);
export const naira = exact(koboOfNaira);

/** A time, or null: an unreadable one does not invalidate a payment. */
export const time = z
  .unknown()
  .optional()
  .transform((value) => {
    const date = typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? new Date(value) : null;
    return date && !Number.isNaN(date.getTime()) ? date : null;
  });

/** Only the details that have a value. */
export const details = (all: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(all)
      .map(([key, value]) => [key, safeText(value)] as const)
      .filter(([, value]) => value !== ''),
  );

/** The page where people pay: of the provider, so encrypted, except for a fake server on this machine. */
export const pageAddress = (base: string) =>
  z
    .string()
    .refine((address) => URL.canParse(address))
    .transform((address) => new URL(address))
    .refine(({ protocol }) => protocol === 'https:' || protocol === new URL(base).protocol)
    .transform(({ href }) => href);

/** Mistakes of ours, not of the provider or the payer. */
export function checkStart({ reference, amount }: PaymentStart, currencies: readonly string[]): Money {
  if (!/^[A-Za-z0-9][A-Za-z0-9.=-]{0,99}$/.test(reference))
    throw new RangeError('The reference has characters that are refused.');
  if (!Number.isSafeInteger(amount.minor) || amount.minor <= 0) throw new RangeError('The amount must be above zero.');
  if (!currencies.includes(amount.currency)) throw new RangeError(`Payments in ${amount.currency} are not supported.`);
  return amount;
}

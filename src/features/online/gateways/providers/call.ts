import type { z } from 'zod';
import { ask, type GatewayNetwork, type GatewayRequest } from './ask.ts';
import { safeText } from '#kernel/safe-text.ts';
import { GatewayRefused, GatewayUnreachable } from './gateway-errors.ts';

/** A provider whose answers are `{ status, message, data }`. */
export interface Provider {
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

import { createHmac } from 'node:crypto';

/** A signed event, ready to be delivered. */
export interface Webhook {
  body: Buffer;
  headers: Record<string, string>;
}

export const signedByHmac = (event: object, secret: string): Webhook => {
  const body = Buffer.from(JSON.stringify(event));
  return { body, headers: { 'x-paystack-signature': createHmac('sha512', secret).update(body).digest('hex') } };
};

export const signedByHash = (event: object, hash: string): Webhook => ({
  body: Buffer.from(JSON.stringify(event)),
  headers: { 'verif-hash': hash },
});

/** Delivers all at once and returns the statuses in the same order; a replay is the same webhook again. */
export const deliver = (address: string, ...webhooks: Webhook[]): Promise<number[]> =>
  Promise.all(
    webhooks.map(async ({ body, headers }) => {
      const answer = await fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: new Uint8Array(body),
      });
      await answer.arrayBuffer();
      return answer.status;
    }),
  );

/** The same event, signed by somebody without the secret. */
export const forged = ({ body, headers }: Webhook): Webhook => ({
  body,
  headers: Object.fromEntries(
    Object.keys(headers).map((name) => [name, createHmac('sha512', 'guessed').update(body).digest('hex')]),
  ),
});

/** One event with the signature of another. */
export const swapped = ({ body }: Webhook, { headers }: Webhook): Webhook => ({ body, headers });

/** A body that was cut off, with its whole signature. */
export const truncated = ({ body, headers }: Webhook): Webhook => ({
  body: body.subarray(0, Math.floor(body.length / 2)),
  headers,
});

export const unsigned = ({ body }: Webhook): Webhook => ({ body, headers: {} });

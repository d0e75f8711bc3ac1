import { addressOf } from './draft-address.ts';
import { signatureOf } from './draft-headers.ts';
import { keyFrom, type Draft, type Surroundings } from './draft.ts';
import type { People, Person } from './people.ts';
import { machineSecret } from './world.ts';

/** What goes out: the address, the token, and the body as it is or as JSON. */
export function prepare(draft: Draft, person: Person, people: People, { chance }: Surroundings) {
  const headers = { ...draft.headers };
  if (headers['x-csrf-token'] !== undefined) draft.csrf = 'garbage';
  else if (!['GET', 'HEAD', 'OPTIONS'].includes(draft.method)) {
    const token = people.token(person, draft.csrf);
    if (token !== undefined) headers['x-csrf-token'] = token;
    headers['idempotency-key'] ??= keyFrom(chance);
  }
  const payload = draft.raw ?? (draft.body === undefined ? undefined : JSON.stringify(draft.body));
  if (draft.isSigned) headers['x-akada-signature'] = signatureOf(payload, machineSecret);
  if (payload !== undefined) headers['content-type'] ??= 'application/json';
  // No browser sends an address longer than this, and no server reads one.
  const url = addressOf(draft).slice(0, 14_000);
  return { url, payload, headers, remoteAddress: `10.0.${chance.below(4)}.${chance.below(250)}` };
}

/** A hostile cookie header stands in for the person's own. */
export const cookiesFor = (draft: Draft, person: Person) =>
  draft.headers['cookie'] === undefined ? person.cookies : {};

export const shown = (payload: string | Buffer | undefined) =>
  Buffer.isBuffer(payload) ? { base64: payload.subarray(0, 1500).toString('base64') } : payload?.slice(0, 1500);

/** What was sent in the ways in which it may come back. */
export function decodeSafely(text: string): string {
  try {
    return `${text} ${decodeURIComponent(text.replace(/%(?![\dA-Fa-f]{2})/g, '%25'))}`;
  } catch {
    return text;
  }
}

import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { keyedHash, keyFor } from '#kernel/secrets/keys.ts';
import { openingMinutes } from '#features/money/pins/use/open-with-pin.ts';

/** A result that a pin has opened in a browser. */
export interface Opening {
  institutionId: number;
  studentId: number;
  termId: number;
  /** How often the pin opens it again. */
  left: number;
}

const name = 'akada_result';

const macOf = (secret: Buffer, institutionId: number, said: string) =>
  keyedHash(keyFor(secret, `results.opening:${institutionId}`), said);

/** Keeps the opening in the browser, signed, for the result's own addresses and half an hour. */
export function keepOpening(reply: FastifyReply, secret: Buffer, slug: string, opening: Opening): void {
  const { institutionId, studentId, termId, left } = opening;
  const said = [institutionId, studentId, termId, left, Date.now() + openingMinutes * 60_000].join('.');
  reply.setCookie(name, `${said}.${macOf(secret, institutionId, said).toString('base64url')}`, {
    ...optionsOf(reply.request, slug),
    maxAge: openingMinutes * 60,
  });
}

/** The opening of this browser in an institution; null if there is none, it has ended or was not signed here. */
export function openingOf(request: FastifyRequest, secret: Buffer, institutionId: number): Opening | null {
  const [, said = '', mac = ''] = /^([\d.]{1,80})\.([\w-]{43})$/.exec(request.cookies[name] ?? '') ?? [];
  const [institution, studentId, termId, left, until] = said.split('.').map(Number);
  if (institution !== institutionId || !until || until < Date.now()) return null;
  if (!timingSafeEqual(Buffer.from(mac, 'base64url'), macOf(secret, institutionId, said))) return null;
  return { institutionId, studentId: studentId!, termId: termId!, left: left! };
}

export const dropOpening = (reply: FastifyReply, slug: string) =>
  reply.clearCookie(name, optionsOf(reply.request, slug));

const optionsOf = ({ protocol }: FastifyRequest, slug: string) =>
  ({ path: resultAddresses(slug).form, httpOnly: true, sameSite: 'lax', secure: protocol === 'https' }) as const;

/** The addresses of results below a site. */
export function resultAddresses(slug: string) {
  const form = `/sites/${slug}/result`;
  return { form, card: `${form}/card`, pdf: `${form}/report-card.pdf`, close: `${form}/close` };
}

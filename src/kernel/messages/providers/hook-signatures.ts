import { createHmac } from 'node:crypto';
import { parse } from 'node:querystring';
import { same, type SignedRequest, type Verifier } from '#kernel/secrets/signatures.ts';

/** An HMAC-SHA1 of the address, as Twilio called it, and the sorted fields. A proxy may have changed the scheme. */
export function isSignedByTwilio({ raw, headers, url }: SignedRequest, secret: string): boolean {
  const sent = parse(raw.toString());
  const all = Object.keys(sent)
    .toSorted()
    .flatMap((name) => [sent[name] ?? ''].flat().map((value) => name + value))
    .join('');
  const hosts = [headers['x-forwarded-host'], headers.host].filter((host) => typeof host === 'string');
  const verdicts = hosts.flatMap((host) =>
    ['https', 'http'].map((scheme) =>
      same(
        headers['x-twilio-signature'],
        createHmac('sha1', secret).update(`${scheme}://${host}${url}${all}`).digest('base64'),
      ),
    ),
  );
  return verdicts.includes(true) && secret !== '';
}

/** A header `sha256=…` with an HMAC of the body. */
export const isSignedByMeta: Verifier = ({ raw, headers }, secret) =>
  same(headers['x-hub-signature-256'], `sha256=${createHmac('sha256', secret).update(raw).digest('hex')}`);

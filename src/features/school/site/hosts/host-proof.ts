import { Resolver } from 'node:dns/promises';
import { request } from 'node:http';
import type { HostLookup } from '#kernel/host-lookup.ts';
import { isPrivate } from '#kernel/private-address.ts';
import { proofPath, proofRecord, proofText } from './proof-places.ts';

export type Proof = 'file' | 'dns';

const longest = 5000;
const largest = 1024;

export function systemLookup(isProduction: boolean): HostLookup {
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  const found = <T>(answers: Promise<T[]>) => answers.catch(() => [] as T[]);
  return {
    addressesOf: async (host) =>
      (await Promise.all([found(resolver.resolve4(host)), found(resolver.resolve6(host))])).flat(),
    textsOf: async (name) => (await found(resolver.resolveTxt(name))).map((parts) => parts.join('')),
    port: 80,
    reachesPrivate: !isProduction,
  };
}

/** Looks for the token in a file or a DNS record at the host. */
export async function findProof(lookup: HostLookup, host: string, token: string): Promise<Proof | null> {
  const texts = await Promise.all([proofRecord(host), host].map((name) => lookup.textsOf(name)));
  if (texts.flat().some((text) => text.trim() === proofText(token))) return 'dns';
  return (await fileAt(lookup, host, token))?.trim() === token ? 'file' : null;
}

/** Connects to the resolved and checked address, never to the result of a second lookup. */
async function fileAt(lookup: HostLookup, host: string, token: string): Promise<string | null> {
  const addresses = await lookup.addressesOf(host);
  const [address] = addresses;
  if (!address || (!lookup.reachesPrivate && addresses.some(isPrivate))) return null;
  return new Promise((done) => {
    const asked = request(
      {
        host: address,
        port: lookup.port,
        path: proofPath(token),
        headers: { Host: host, Accept: 'text/plain', Connection: 'close', 'User-Agent': 'Akada' },
        signal: AbortSignal.timeout(longest),
        agent: false,
      },
      (answer) => {
        // Redirects are not followed, because their targets are not checked.
        if (answer.statusCode !== 200) {
          answer.destroy();
          return done(null);
        }
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (part: string) => {
          text += part;
          if (text.length > largest) answer.destroy();
        });
        answer.on('end', () => done(text.length > largest ? null : text));
        answer.on('close', () => done(null));
        answer.on('error', () => done(null));
      },
    );
    asked.on('error', () => done(null));
    asked.end();
  });
}

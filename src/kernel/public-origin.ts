import { ValidationError } from './errors.ts';

/** `https://school.ng` from typed text; null if it is not exactly an origin. */
export function originFrom(typed: string): string | null {
  const text = typed.trim().replace(/\/+$/, '');
  if (!/^https?:\/\/[^/?#@\s\\]+$/i.test(text)) return null;
  const url = URL.parse(text);
  return url && isHostname.test(url.hostname) && url.hostname.length <= 250 ? url.origin : null;
}

/** A DNS name or an IP address; anything else in a header is ignored. */
const isHostname = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*\.?|\[[0-9a-f:.]+\])$/;

/** A name of this machine that nobody else can reach. */
export const isLoopback = (hostname: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|\[::1\]|::1)$/i.test(hostname) || /\.localhost$/i.test(hostname);

/** A Host header that is a name or an IP address, perhaps with a port: nothing that could be read in two ways. */
export const isHost = (host: string): boolean =>
  /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i.test(host) && URL.canParse(`http://${host}`);

/** Refuses to make links from an address that nobody has confirmed. */
export function knownOrigin(origin: string | null): string {
  if (origin !== null) return origin;
  throw new ValidationError(
    'form',
    'Akada doesn’t know its public address yet, so links can’t be made. Ask a group administrator or the owner to set it under Settings, Public address.',
  );
}

/** `https://school.ng` of what somebody typed; null when it is more or less than that. */
export function originFrom(typed: string): string | null {
  const text = typed.trim().replace(/\/+$/, '');
  if (!/^https?:\/\/[^/?#@\s\\]+$/i.test(text)) return null;
  const url = URL.parse(text);
  return url && isHostname.test(url.hostname) && url.hostname.length <= 250 ? url.origin : null;
}

/** A name as DNS has it, or an address: what a header carries beyond that names nothing. */
const isHostname = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*\.?|\[[0-9a-f:.]+\])$/;

/** A name of this machine itself: nobody else reaches anything under it. */
export const isLoopback = (hostname: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|\[::1\]|::1)$/i.test(hostname) || /\.localhost$/i.test(hostname);

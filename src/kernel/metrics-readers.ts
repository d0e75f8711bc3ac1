import { createHash, timingSafeEqual } from 'node:crypto';
import { BlockList, isIP } from 'node:net';

/** Whether a request from this address, with this Authorization header, may read the metrics. */
export type MetricsReaders = (address: string | undefined, authorization: string | undefined) => boolean;

const thisMachine = '127.0.0.0/8,::1';

/** Reads AKADA_METRICS: a token, or addresses and networks. Null if it is neither. */
export function metricsReaders(setting = thisMachine): MetricsReaders | null {
  const [, token] = /^token:(.*)$/.exec(setting) ?? [];
  return token === undefined ? byAddress(setting) : byToken(token);
}

function byToken(token: string): MetricsReaders | null {
  if (!/^[\x21-\x7e]{32,}$/.test(token)) return null;
  const wanted = digest(`Bearer ${token}`);
  return (_, authorization) => timingSafeEqual(digest(authorization ?? ''), wanted);
}

const digest = (text: string) => createHash('sha256').update(text).digest();

function byAddress(list: string): MetricsReaders | null {
  const open = new BlockList();
  for (const one of list.split(',')) {
    const [, address = '', prefix] = /^\s*([\da-fA-F.:]+)(?:\/(\d{1,3}))?\s*$/.exec(one) ?? [];
    const family = isIP(address);
    const bits = Number(prefix ?? (family === 4 ? 32 : 128));
    if (family === 0 || bits > (family === 4 ? 32 : 128)) return null;
    open.addSubnet(address, bits, family === 4 ? 'ipv4' : 'ipv6');
  }
  return (address = '') => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
    return isIP(plain) !== 0 && open.check(plain, isIP(plain) === 4 ? 'ipv4' : 'ipv6');
  };
}

import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isPrivate } from '#kernel/private-address.ts';

/** Whether an entered host is an address inside our own network. Names are checked when they are looked up. */
export const refusesAddress = (hostname: string): boolean => {
  const plain = hostname.replace(/^\[|\]$/g, '');
  return isIP(plain) !== 0 && isPrivate(plain);
};

/** A lookup that refuses names which lead into our own network, so that nobody reaches it through a provider's address. */
export const openAddressesOnly: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return done(error, '', 4);
    if (found.length === 0 || found.some(({ address }) => isPrivate(address)))
      return done(new Error('The address is not on the internet.'), '', 4);
    if (options.all) return done(null, found);
    done(null, found[0]!.address, found[0]!.family);
  });
};

import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession } from 'playwright-core';

export interface Transfer {
  type: string;
  path: string;
  /** On the wire, with the head. */
  bytes: number;
}

/** Follows what the page fetches; what the browser has in its cache is not fetched. */
export async function followTransfers(cdp: CDPSession) {
  let transfers: Transfer[] = [];
  let lastChange = Date.now();
  const open = new Map<string, Transfer>();
  await cdp.send('Network.enable');
  cdp.on('Network.requestWillBeSent', ({ requestId, request, type, redirectResponse }) => {
    lastChange = Date.now();
    // The stream of the inbox never ends.
    if (!request.url.startsWith('http') || request.url.endsWith('/notifications/stream')) return;
    const redirected = redirectResponse && open.get(requestId);
    if (redirected) transfers.push({ ...redirected, bytes: redirectResponse.encodedDataLength });
    open.set(requestId, { type: type ?? 'Other', path: new URL(request.url).pathname, bytes: 0 });
  });
  cdp.on('Network.requestServedFromCache', ({ requestId }) => void open.delete(requestId));
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    lastChange = Date.now();
    const transfer = open.get(requestId);
    open.delete(requestId);
    if (transfer && encodedDataLength) transfers.push({ ...transfer, bytes: encodedDataLength });
  });
  cdp.on('Network.loadingFailed', ({ requestId }) => void open.delete(requestId));
  return {
    /** What has come since the last call, once nothing has been on its way for a while: what follows the paint is asked for late. */
    async take(): Promise<Transfer[]> {
      lastChange = Date.now();
      while (open.size || Date.now() - lastChange < 800) await sleep(50);
      const taken = transfers;
      transfers = [];
      return taken;
    },
  };
}

export const kilobytes = (transfers: Transfer[], ...types: string[]): number =>
  transfers.filter(({ type }) => !types.length || types.includes(type)).reduce((sum, { bytes }) => sum + bytes, 0) /
  1024;

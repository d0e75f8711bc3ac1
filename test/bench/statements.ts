import { setTimeout as sleep } from 'node:timers/promises';
import { startChild } from './child.ts';
import { openCountingProxy, socketFolderOf, throughProxy, type Talk } from './counting-proxy.ts';
import type { Kind } from './kinds.ts';
import type { Site } from './site.ts';

const counted = 20;

/** What each kind of request says to the database: in a pass of its own, so that counting disturbs no timing. */
export async function countStatements(site: Site, kinds: Kind[]): Promise<Map<string, Talk>> {
  const { appUrl, dataFolder, driver, secret } = site;
  const proxy = await openCountingProxy(socketFolderOf(appUrl));
  const countedUrl = throughProxy(appUrl, proxy);
  // Jobs ask by themselves all the time: they go straight to the database.
  const app = await startChild('app.server.ts', { appUrl: countedUrl, jobsUrl: appUrl, dataFolder, secret });
  const talk = new Map<string, Talk>();
  for (const { name, scripts, status } of kinds) {
    const drive = { port: app.port, scripts, status, clients: 1, seconds: 30 };
    // The first requests make connections and find the person.
    await driver.drive({ ...drive, atMost: 5 });
    await sleep(100);
    proxy.take();
    await driver.drive({ ...drive, atMost: counted });
    await sleep(100);
    const { statements, roundTrips } = proxy.take();
    talk.set(name, { statements: statements / counted, roundTrips: roundTrips / counted });
  }
  await app.stop();
  return talk;
}

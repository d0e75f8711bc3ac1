import type pg from 'pg';
import { migrate } from '#kernel/migrate.ts';
import { inDatabase } from '#kernel/postgres/address.ts';
import { withClient } from '#test/harness/client.ts';
import { startChild, type Child } from './child.ts';
import { openRegistrar, type Registrar } from './registrar.ts';
import { createBigSchool, type BigSchool, type Shape } from './school.ts';
import type { Driver } from './load.ts';

/** Where all schools live. */
export interface House {
  ownerUrl: string;
  dataFolder: string;
  secret: string;
  /** The postmaster. */
  postgresPid: number;
  driver: Driver;
}

/** One school of a given size in a database of its own, with the product and the bare limit running over it. */
export interface Site extends House {
  shape: Shape;
  /** The owner's connection to this database. */
  client: pg.Client;
  ownerUrl: string;
  appUrl: string;
  school: BigSchool;
  app: Child;
  limit: Child;
  registrar: Registrar;
  fillSeconds: number;
}

/** Fills a school, does the work with it running, and stops its servers. */
export async function withSite<T>(house: House, name: string, shape: Shape, work: (site: Site) => Promise<T>) {
  const ownerUrl = inDatabase(house.ownerUrl, name);
  if (ownerUrl !== house.ownerUrl)
    await withClient(house.ownerUrl, (client) => client.query(`create database ${client.escapeIdentifier(name)}`));
  const { appUrl } = await migrate(ownerUrl);
  return withClient(ownerUrl, async (client) => {
    const from = performance.now();
    const school = await createBigSchool({ ownerUrl, appUrl }, shape);
    const fillSeconds = (performance.now() - from) / 1000;
    const { dataFolder, secret } = house;
    const app = await startChild('app.server.ts', { appUrl, dataFolder, secret });
    const limit = await startChild('limit.server.ts', { ownerUrl, institutionId: school.institutionId });
    const registrar = await openRegistrar({ ...app, cookie: school.cookie, secret: Buffer.from(secret, 'hex') });
    try {
      return await work({ ...house, shape, client, ownerUrl, appUrl, school, app, limit, registrar, fillSeconds });
    } finally {
      await Promise.all([app.stop(), limit.stop()]);
    }
  });
}

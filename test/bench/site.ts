import { performance } from 'node:perf_hooks';
import type pg from 'pg';
import { migrate } from '#kernel/migrate.ts';
import { inDatabase } from '#kernel/postgres/address.ts';
import { withClient } from '#test/harness/client.ts';
import { startChild, type Child } from './child.ts';
import type { Driver } from './load.ts';
import { openRegistrar, type Registrar } from './registrar.ts';
import { createBigSchool, type BigSchool, type Shape } from './school.ts';

/** Where all schools live. */
export interface BenchEnvironment {
  ownerUrl: string;
  dataFolder: string;
  secret: string;
  /** The postmaster. */
  postgresPid: number;
  driver: Driver;
}

/** One school of a given size in a database of its own. */
export interface Filled extends BenchEnvironment {
  shape: Shape;
  appUrl: string;
  school: BigSchool;
  fillSeconds: number;
}

/** The same with the product and the bare limit running over it. */
export interface Site extends Filled {
  /** The owner's connection to this database. */
  client: pg.Client;
  app: Child;
  limit: Child;
  registrar: Registrar;
}

/** Makes the database and the school; 'akada' is there already. */
export async function fill(environment: BenchEnvironment, name: string, shape: Shape): Promise<Filled> {
  const ownerUrl = inDatabase(environment.ownerUrl, name);
  if (name !== 'akada')
    await withClient(environment.ownerUrl, (client) =>
      client.query(`create database ${client.escapeIdentifier(name)}`),
    );
  const { appUrl } = await migrate(ownerUrl);
  const from = performance.now();
  const school = await createBigSchool({ ownerUrl, appUrl }, shape);
  return { ...environment, ownerUrl, appUrl, shape, school, fillSeconds: (performance.now() - from) / 1000 };
}

/** Does the work with the servers running. */
export function serve<T>(filled: Filled, work: (site: Site) => Promise<T>): Promise<T> {
  const { appUrl, dataFolder, ownerUrl, school, secret } = filled;
  return withClient(ownerUrl, async (client) => {
    // On Ctrl-C PostgreSQL goes first; what is asked then fails by itself.
    client.on('error', () => {});
    const app = await startChild('app.server.ts', { appUrl, dataFolder, secret });
    const limit = await startChild('limit.server.ts', { ownerUrl, institutionId: school.institutionId });
    try {
      const registrar = await openRegistrar({ ...app, cookie: school.cookie, secret: Buffer.from(secret, 'hex') });
      return await work({ ...filled, client, app, limit, registrar });
    } finally {
      await Promise.all([app.stop(), limit.stop()]);
    }
  });
}

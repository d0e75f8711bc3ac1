import type { TestProject } from 'vitest/node';
import { startTestPostgres, type TestPostgres } from '#test/harness/postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    ownerUrl: string;
    template: string;
  }
}

// Vitest runs this once a project, in one process, each time as another module: all share one PostgreSQL.
const shared = globalThis as typeof globalThis & { akadaPostgres?: Promise<TestPostgres>; akadaProjects?: number };

/** One PostgreSQL with one migrated database, which the tests clone. */
export default async function setup(project: TestProject) {
  shared.akadaPostgres ??= startTestPostgres();
  shared.akadaProjects = (shared.akadaProjects ?? 0) + 1;
  const { ownerUrl, template, stop } = await shared.akadaPostgres;
  project.provide('ownerUrl', ownerUrl);
  project.provide('template', template);
  return async () => {
    if (--shared.akadaProjects! === 0) await stop();
  };
}

import type { TestProject } from 'vitest/node';
import type { School } from '#test/school.ts';
import { startTestPostgres, type TestPostgres } from '#test/harness/postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    ownerUrl: string;
    template: string;
    schoolTemplate: string;
    school: School;
    contentsFile: string;
  }
}

// Vitest runs this once a project, in one process, each time as another module: all share one PostgreSQL.
const shared = globalThis as typeof globalThis & { akadaPostgres?: Promise<TestPostgres>; akadaProjects?: number };

/** One PostgreSQL with the databases that the tests copy. */
export default async function setup(project: TestProject) {
  shared.akadaPostgres ??= startTestPostgres();
  shared.akadaProjects = (shared.akadaProjects ?? 0) + 1;
  const { ownerUrl, template, schoolTemplate, school, contentsFile, stop } = await shared.akadaPostgres;
  project.provide('ownerUrl', ownerUrl);
  project.provide('template', template);
  project.provide('schoolTemplate', schoolTemplate);
  project.provide('school', school);
  project.provide('contentsFile', contentsFile);
  return async () => {
    if (--shared.akadaProjects! === 0) await stop();
  };
}

import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** A long file that starts last keeps one worker busy and the others idle. */
const longest =
  /\/(faults|route-matrix|guardian-reach|supervisor|crossings|attack|round-trip|commands|imports|wrong-file|institution-move|site\.demo)\.test|\/(registrar-day|frame|parts|fields|tour|student-form|notifications|guardians|home|site-edit)\.spec/;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => longest.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** What needs no database: `npm run check` runs these alone. */
const withoutDatabase = [
  'test/{class-names,directions,documents,english,long-files,server-days,tables}.test.ts',
  'test/waits.test.ts',
];

const shared = {
  pool: 'forks',
  // Workers that keep their modules from file to file. Six on two cores: tests wait half of their time.
  isolate: false,
  // A world is a few megabytes of young objects: with 16 MB for them a fifth of the time goes into collecting them.
  // Packages, and the threads and processes that tests start, are looked up as the server does it.
  execArgv: [
    '--max-semi-space-size=64',
    `--import=${new URL('bin/resolve-once.mjs', import.meta.url).href}`,
  ] as string[],
  globalSetup: 'test/harness/global-setup.ts',
  env: { NODE_ENV: 'test', TZ: 'Africa/Lagos' },
  // What comes late on a busy machine is not what fails to come: limits are many times what a step takes.
  expect: { poll: { timeout: 120_000 } },
  testTimeout: 1_800_000,
  hookTimeout: 1_800_000,
} as const;

const server = {
  name: 'server',
  include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
  exclude: withoutDatabase,
  maxWorkers: 6,
  sequence: { groupOrder: 1 },
};

const browser = {
  ...server,
  name: 'browser',
  include: ['test/browser/**/*.spec.ts'],
  exclude: [],
  globalSetup: ['test/harness/global-setup.ts', 'test/browser/support/global-setup.ts'],
};

/** In a run of everything the same workers do both: each project has its own, and each loads the product anew. */
const everything = {
  ...browser,
  name: 'all',
  include: [...server.include, ...browser.include],
  exclude: withoutDatabase,
};

const projects = process.env['AKADA_TEST'] === 'everything' ? [everything] : [server, browser];

export default defineConfig({
  test: {
    reporters: ['default'],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'static',
          include: withoutDatabase,
          pool: 'forks',
          testTimeout: shared.testTimeout,
          sequence: { groupOrder: 0 },
        },
      },
      ...projects.map((project) => ({ test: { ...shared, ...project } })),
    ],
  },
});

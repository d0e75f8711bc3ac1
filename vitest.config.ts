import { defineConfig } from 'vitest/config';

const shared = {
  pool: 'forks',
  // Two workers that keep their modules from file to file: each has one database of its own.
  isolate: false,
  globalSetup: 'test/harness/global-setup.ts',
  env: { NODE_ENV: 'test', TZ: 'Africa/Lagos' },
  // What is waited for comes soon, but not always within vitest's one second on a busy machine.
  expect: { poll: { timeout: 10_000 } },
} as const;

export default defineConfig({
  test: {
    reporters: ['default'],
    projects: [
      // What needs no database: `npm run check` runs these alone.
      { test: { name: 'static', include: ['test/directions.test.ts'], pool: 'forks', sequence: { groupOrder: 0 } } },
      {
        test: {
          ...shared,
          name: 'server',
          include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
          exclude: ['test/directions.test.ts'],
          maxWorkers: 2,
          testTimeout: 20_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...shared,
          name: 'browser',
          include: ['test/browser/**/*.spec.ts'],
          globalSetup: ['test/harness/global-setup.ts', 'test/browser/support/global-setup.ts'],
          // Two at a time, each in a process of its own: they hold a browser and mostly wait for it.
          isolate: true,
          maxWorkers: 2,
          testTimeout: 60_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});

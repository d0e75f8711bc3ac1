import { defineConfig } from 'vitest/config';
export default defineConfig({ root: '/work/main', test: { include: ['test/browser/navigation.spec.ts'], testTimeout: 60000, hookTimeout: 120000, pool: 'forks', maxWorkers: 1 } });

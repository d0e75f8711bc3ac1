import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '#product/app.ts';
import { startSchool } from '#test/harness/app.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
beforeAll(async () => void (world = await startSchool()));
afterAll(() => world.close());

test('an overloaded server still serves the files of open pages, and says so in one line', async () => {
  let log = '';
  const out = new Writable({ write: (chunk, _, done) => void ((log += String(chunk)), done()) });
  // Any delay at all is too much.
  const app = await createApp(world.services, { maxEventLoopDelay: 1e-9, logger: pino(out) });
  try {
    await app.ready();
    await expect.poll(async () => (await app.inject('/sign-in')).statusCode).toBe(503);
    for (let at = 0; at < 5; at += 1) {
      const refused = await app.inject('/sign-in');
      expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5']);
    }
    // Served from the folder: what is not there is missing, and not refused.
    expect((await app.inject('/assets/nothing.js')).statusCode).toBe(404);
    expect((await app.inject('/service-worker.js')).statusCode).not.toBe(503);
    const lines = log.trim().split('\n');
    expect(lines.filter((line) => line.includes('overloaded'))).toHaveLength(1);
    expect(log).not.toContain('stack');
  } finally {
    await app.close();
  }
});

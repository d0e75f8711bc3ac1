import { mkdtempSync, rmSync } from 'node:fs';
import { connect as connectTo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '#kernel/database.ts';
import { DatabaseAway } from '#kernel/postgres/watch.ts';
import { freshDatabase } from '#test/harness/database.ts';

let fresh: Awaited<ReturnType<typeof freshDatabase>>;
let line: Awaited<ReturnType<typeof lineTo>>;
beforeAll(async () => {
  fresh = await freshDatabase();
  line = await lineTo(fresh.appUrl);
});
afterAll(async () => {
  await line?.close();
  await fresh?.drop();
});

/** A way to the database that can be cut: connections are taken as before, and nothing comes through. */
async function lineTo(url: string) {
  const folder = mkdtempSync(join(tmpdir(), 'akada-line-'));
  const from = new URLSearchParams(url.split('?')[1]).get('host')!;
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    const far = connectTo(join(from, '.s.PGSQL.5432'));
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      if (isCut) one.pause();
      one.on('data', (chunk) => other.write(chunk));
      one.on('error', () => {});
      one.on('close', () => other.destroy());
    }
  });
  await new Promise<void>((done) => server.listen(join(folder, '.s.PGSQL.5432'), done));
  return {
    url: url.replace(encodeURIComponent(from), encodeURIComponent(folder)),
    cut: (is: boolean) => {
      isCut = is;
      for (const socket of sockets)
        if (is) socket.pause();
        else socket.resume();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
      rmSync(folder, { recursive: true });
    },
  };
}

test('a silent database is detected in seconds, then everyone gets an error at once, until it answers again', async () => {
  const database = connect({ url: line.url });
  const ask = () => database.anonymous((tx) => tx.execute(sql`select 1`));
  try {
    await ask();
    line.cut(true);
    await expect(ask()).rejects.toThrow();
    // At once: before anything that waits, however short.
    const refused = ask().catch((error: unknown) => error);
    expect(await Promise.race([refused, new Promise((done) => setImmediate(done))])).toBeInstanceOf(DatabaseAway);
    line.cut(false);
    await expect.poll(() => ask().then(() => 'answers', String)).toBe('answers');
  } finally {
    line.cut(false);
    await database.close();
  }
});

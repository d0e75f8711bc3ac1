import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { databaseError } from '#kernel/errors.ts';

/** Thrown immediately while the database is known not to answer. */
export class DatabaseAway extends Error {}

const lookEvery = 500;
// If a busy connection is silent for this long, check whether the database answers at all.
const suspiciousAfter = 2000;
const answersWithin = 4000;
// Longer than any statement may take (postgres/roles.ts, export/export-table.ts): when the clock is set back an hour,
// PostgreSQL's own timeouts fire an hour late, and statements wait for each other.
const overdueAfter = 40_000;
// Longer than a transaction may idle.
const hopelessAfter = 70_000;

interface Socket {
  bytesRead: number;
  destroy(): void;
}
interface Line {
  stream: Socket;
  on(event: 'connect' | 'error', then: () => void): void;
  connect(port: number | string, host?: string): void;
  cancel(processId: number, secretKey: number): void;
}
/** Parts of pg's client that are missing from its types. */
type Inside = { connection: Line; host: string; port: number; processID: number; secretKey: number };
const inside = (client: pg.ClientBase) => client as unknown as Inside;
const socketOf = (client: pg.ClientBase) => inside(client).connection.stream;

/**
 * Detects a database that is frozen or cut off: it refuses nothing and answers nothing, and callers would wait for the
 * operating system's timeout. They get an error, and so does everyone else while it lasts.
 */
export function watch(pools: readonly pg.Pool[], url: string) {
  const atWork = new Map<pg.PoolClient, { bytes: number; since: number; isCancelled?: boolean }>();
  let isAway = false;
  let isAsking = false;

  for (const pool of pools) {
    pool.on('acquire', (client) => atWork.set(client, { bytes: socketOf(client).bytesRead, since: performance.now() }));
    pool.on('release', (_, client) => atWork.delete(client));
  }
  const timer = setInterval(look, lookEvery).unref();

  function look() {
    if (isAsking) return;
    const silent = silentSince(suspiciousAfter);
    for (const client of silentSince(overdueAfter)) {
      const seen = atWork.get(client)!;
      if (!seen.isCancelled) cancel(client, url);
      seen.isCancelled = true;
    }
    for (const client of silentSince(hopelessAfter)) socketOf(client).destroy();
    if (!isAway && silent.length === 0) return;
    isAsking = true;
    void answers(url).then((does) => {
      isAsking = false;
      isAway = !does;
      if (isAway) for (const client of silentSince(suspiciousAfter)) socketOf(client).destroy();
    });
  }

  function silentSince(milliseconds: number): pg.PoolClient[] {
    const now = performance.now();
    return [...atWork].flatMap(([client, seen]) => {
      const { bytesRead } = socketOf(client);
      if (bytesRead !== seen.bytes) atWork.set(client, { bytes: bytesRead, since: now });
      return bytesRead === seen.bytes && now - seen.since >= milliseconds ? [client] : [];
    });
  }

  return {
    connect: (pool: pg.Pool): Promise<pg.PoolClient> =>
      isAway ? Promise.reject(new DatabaseAway('The database is not responding.')) : pool.connect(),
    async end() {
      clearInterval(timer);
      await Promise.all(pools.map((pool) => pool.end()));
    },
  };
}

/** Whether the database answers: a refusal counts, but not that it is starting or stopping. */
async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  const asked = client.connect().then(
    () => true,
    (error: unknown) => {
      const code = databaseError(error)?.code;
      return code !== undefined && !code.startsWith('57P');
    },
  );
  // A busy process reads data that arrived long ago only after its timers, so check a second time.
  const tooLate = wait(answersWithin).then(() => wait(200, false));
  const does = await Promise.race([asked, tooLate]);
  socketOf(client).destroy();
  return does;
}

/** Asks PostgreSQL to cancel a client's statement; the client sees an ordinary error. */
function cancel(client: pg.ClientBase, url: string) {
  const { connection, host, port } = inside(new pg.Client({ connectionString: url }));
  connection.on('error', () => {});
  connection.on('connect', () => connection.cancel(inside(client).processID, inside(client).secretKey));
  if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`);
  else connection.connect(port, host);
}

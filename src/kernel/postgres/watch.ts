import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { databaseError } from '#kernel/errors.ts';

/** Said at once as long as the database is known not to answer. */
export class DatabaseAway extends Error {}

const lookEvery = 500;
// A connection that is at work and silent this long is a reason to ask whether the database answers anybody.
const suspiciousAfter = 2000;
const answersWithin = 4000;
// Longer than any statement may take (postgres/roles.ts, export/export-table.ts): PostgreSQL's own timers sleep for an hour more when the clock
// is set back by one, and with them statements that wait for each other.
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
/** What pg's client has and its type does not name. */
type Inside = { connection: Line; host: string; port: number; processID: number; secretKey: number };
const inside = (client: pg.ClientBase) => client as unknown as Inside;
const socketOf = (client: pg.ClientBase) => inside(client).connection.stream;

/**
 * Notices a database that is frozen or cut off: it refuses nothing, it says nothing, and whoever waits for it would wait
 * for the operating system to give up. Those are told, and as long as it lasts everybody else at once.
 */
export function watch(pool: pg.Pool, url: string) {
  const atWork = new Map<pg.PoolClient, { bytes: number; since: number; isCancelled?: boolean }>();
  let isAway = false;
  let isAsking = false;

  pool.on('acquire', (client) => atWork.set(client, { bytes: socketOf(client).bytesRead, since: performance.now() }));
  pool.on('release', (_, client) => atWork.delete(client));
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
    connect: (): Promise<pg.PoolClient> =>
      isAway ? Promise.reject(new DatabaseAway('The database is not responding.')) : pool.connect(),
    end() {
      clearInterval(timer);
      return pool.end();
    },
  };
}

/** Whether the database says anything: also a refusal is an answer, but not that it is just starting or stopping. */
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
  // A process that was busy itself reads what has long arrived only after its timers: a second look decides.
  const tooLate = wait(answersWithin).then(() => wait(200, false));
  const does = await Promise.race([asked, tooLate]);
  socketOf(client).destroy();
  return does;
}

/** Asks PostgreSQL to give up what it does for a client; the client learns of it as of any error. */
function cancel(client: pg.ClientBase, url: string) {
  const { connection, host, port } = inside(new pg.Client({ connectionString: url }));
  connection.on('error', () => {});
  connection.on('connect', () => connection.cancel(inside(client).processID, inside(client).secretKey));
  if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`);
  else connection.connect(port, host);
}

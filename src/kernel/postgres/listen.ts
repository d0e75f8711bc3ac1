import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

/** Receives the payloads of one channel; `null` means that some may have been missed, so check yourself. */
type Hear = (payload: string | null) => void;

export interface Listener {
  /** Subscribes until the returned function is called. */
  listen(channel: string, hear: Hear): () => void;
  close(): Promise<void>;
}

const probeEvery = 30_000;
const probeAnswersWithin = 4_000;
const looksEvery = 5_000;
const longestPause = 30_000;
// A page that reloads is back before this.
const lingers = 10_000;
const probe = 'probe ';

/**
 * One listening connection per process, opened for the first subscriber and closed after the last. Every half minute it
 * tests itself: `tell` sends over another connection, as everyone does. If that does not arrive (PgBouncer in
 * transaction mode, a dead connection), subscribers are asked every few seconds to check for themselves.
 */
export function listener(url: string, tell: (channel: string, payload: string) => Promise<void>): Listener {
  const ears = new Map<string, Set<Hear>>();
  let client: pg.Client | undefined;
  let isClosed = false;
  let isDeaf = true;
  let failures = 0;
  let silences = 0;
  let expected: string | undefined;
  const timers: Record<'open' | 'close' | 'probe' | 'look' | 'judge', NodeJS.Timeout | undefined> = {
    open: undefined,
    close: undefined,
    probe: undefined,
    look: undefined,
    judge: undefined,
  };

  const everybody = (payload: string | null) => {
    for (const hears of ears.values()) for (const hear of Array.from(hears)) hear(payload);
  };

  async function open(): Promise<void> {
    if (client || isClosed || ears.size === 0) return;
    const connection = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 5_000 });
    client = connection;
    connection.on('error', () => fall(connection));
    connection.on('end', () => fall(connection));
    connection.on('notification', ({ channel, payload = '' }) => {
      if (payload.startsWith(probe)) return payload === expected ? proven() : undefined;
      for (const hear of Array.from(ears.get(channel) ?? [])) hear(payload);
    });
    try {
      await connection.connect();
      for (const channel of ears.keys()) await connection.query(`listen ${pg.escapeIdentifier(channel)}`);
      check(connection);
    } catch {
      fall(connection);
    }
  }

  function check(connection: pg.Client) {
    const [channel] = ears.keys();
    if (client !== connection || !channel) return;
    expected = probe + randomUUID();
    void tell(channel, expected).catch(() => {});
    timers.judge = setTimeout(() => unheard(connection), probeAnswersWithin).unref();
    timers.probe = setTimeout(() => check(connection), probeEvery).unref();
  }

  function proven() {
    clearTimeout(timers.judge);
    clearInterval(timers.look);
    failures = 0;
    silences = 0;
    // Messages sent before we listened can only be found by checking.
    if (isDeaf) everybody(null);
    isDeaf = false;
  }

  function unheard(connection: pg.Client) {
    deafen();
    silences += 1;
    // A connection that was cut silently answers nothing.
    if (silences % 2 === 0) fall(connection);
  }

  function deafen() {
    isDeaf = true;
    clearInterval(timers.look);
    timers.look = setInterval(() => everybody(null), looksEvery).unref();
  }

  function fall(connection: pg.Client) {
    if (client !== connection) return;
    stop();
    if (isClosed || ears.size === 0) return;
    deafen();
    failures += 1;
    timers.open = setTimeout(() => void open(), Math.min(longestPause, 500 * 2 ** failures)).unref();
  }

  function stop(): Promise<unknown> | undefined {
    for (const timer of Object.values(timers)) clearTimeout(timer);
    const connection = client as (pg.Client & { connection: { stream: { destroy(): void } } }) | undefined;
    client = undefined;
    isDeaf = true;
    return (
      connection &&
      Promise.race([connection.end().catch(() => {}), wait(1000)]).finally(() => connection.connection.stream.destroy())
    );
  }

  return {
    listen(channel, hear) {
      const hears = ears.get(channel) ?? new Set<Hear>();
      const isNew = !ears.has(channel);
      ears.set(channel, hears.add(hear));
      clearTimeout(timers.close);
      if (client && isNew) void client.query(`listen ${pg.escapeIdentifier(channel)}`).catch(() => {});
      void open();
      return () => {
        hears.delete(hear);
        if (hears.size === 0) ears.delete(channel);
        if (ears.size === 0) timers.close = setTimeout(() => void (ears.size === 0 && stop()), lingers).unref();
      };
    },
    async close() {
      isClosed = true;
      await stop();
    },
  };
}

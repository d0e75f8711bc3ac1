import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onClose } from '#web/running/shutdown.ts';

/** What was said to the database. */
export interface Talk {
  /** Everything executed: begin and commit too. */
  statements: number;
  /** How often the client had to wait for an answer. */
  roundTrips: number;
}

export interface CountingProxy {
  /** The folder of its socket: the `host` of a connection's address. */
  folder: string;
  /** What was said since the last call. */
  take(): Talk;
}

const socketName = '.s.PGSQL.5432';
// An answer is held back for so long, that all that is sent without waiting for it has come: that is one round trip.
const holdMilliseconds = 4;

/** Stands between a client and PostgreSQL's socket and counts. Far too slow to measure time through. */
export async function openCountingProxy(postgresFolder: string): Promise<CountingProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'akada-count-'));
  onClose(async () => rmSync(folder, { recursive: true }));
  let talk: Talk = { statements: 0, roundTrips: 0 };
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const database = connect(join(postgresFolder, socketName));
    const messages = new MessageReader();
    let isWaiting = false;
    client.on('data', (part: Buffer) => {
      if (!isWaiting) talk.roundTrips++;
      isWaiting = true;
      talk.statements += messages.countExecuted(part);
      database.write(part);
    });
    database.on('data', (part: Buffer) => {
      setTimeout(() => {
        isWaiting = false;
        client.write(part);
      }, holdMilliseconds);
    });
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  const opened = Promise.withResolvers<void>();
  server.once('error', opened.reject).listen(join(folder, socketName), opened.resolve);
  await opened.promise;
  onClose(async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return {
    folder,
    take() {
      const taken = talk;
      talk = { statements: 0, roundTrips: 0 };
      return taken;
    },
  };
}

const [execute, simpleQuery] = [...'EQ'].map((letter) => letter.charCodeAt(0));

/** Follows what a client sends to PostgreSQL from message to message. */
export class MessageReader {
  // The first message of a connection has a length and no letter before it.
  #headSize = 4;
  #head: number[] = [];
  #skip = 0;

  /** How many statements this part of the stream has executed. */
  countExecuted(part: Buffer): number {
    let executed = 0;
    for (let at = 0; at < part.length;) {
      if (this.#skip > 0) {
        const passed = Math.min(this.#skip, part.length - at);
        this.#skip -= passed;
        at += passed;
        continue;
      }
      this.#head.push(part[at++]!);
      if (this.#head.length < this.#headSize) continue;
      const [letter] = this.#head;
      if (this.#headSize === 5 && (letter === execute || letter === simpleQuery)) executed++;
      // The length counts itself, and not the letter.
      this.#skip = Buffer.from(this.#head).readInt32BE(this.#headSize - 4) - 4;
      this.#headSize = 5;
      this.#head = [];
    }
    return executed;
  }
}

/** The address of a database with the proxy in its way. */
export function throughProxy(databaseUrl: string, proxy: CountingProxy): string {
  const [database, query = ''] = databaseUrl.split('?');
  const parameters = new URLSearchParams(query);
  parameters.set('host', proxy.folder);
  return `${database}?${parameters}`;
}

/** The folder of the socket that an address names. */
export const socketFolderOf = (databaseUrl: string): string =>
  new URLSearchParams(databaseUrl.split('?')[1]).get('host')!;

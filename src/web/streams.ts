import type { FastifyReply } from 'fastify';
import type { Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { NotAllowed, SignedOut } from '#kernel/errors.ts';
import { takeTurns } from '#kernel/export/turns.ts';
import type { App } from './routes.ts';

const heartbeatEvery = 25_000;
/** A browser has one; with more devices than this, the oldest stream ends. */
export const streamsAnAccount = 8;
const streamsInAll = 1000;
const looksAtOnce = 4;
// A client that does not read what was sent is gone, whatever its connection says.
const longestBacklog = 65_536;

interface Stream {
  accountId: number;
  look(): void;
  end(): void;
  /** Ends for a newer stream of the account, and asks the browser not to reconnect at once. */
  giveWay(): void;
}

/**
 * Server-sent events. Each look is a transaction that checks the session and the user's permissions, so a stream ends
 * with either; it also ends when the server stops.
 */
export function registerStreams(app: App, { heartbeat = heartbeatEvery, streams: most = streamsInAll } = {}): void {
  const { database } = app.services;
  const open = new Set<Stream>();
  const channels = new Map<string, { streams: Set<Stream>; stop: () => void }>();
  // Notifying a whole staff must not take every connection from others.
  const inTurn = takeTurns(looksAtOnce);
  let isEnding = false;

  app.decorate('endStreams', () => {
    isEnding = true;
    for (const stream of open) stream.end();
  });
  app.addHook('preClose', async () => app.endStreams());

  app.decorateReply('live', async function live<
    State,
  >(this: FastifyReply, channel: string, look: (db: Db, actor: Actor) => Promise<State>) {
    const { request, raw } = this;
    const accountId = request.maybeActor!.accountId!;
    if (isEnding || open.size >= most)
      return this.code(503).header('Retry-After', 60).send({ message: 'There is no room for another stream.' });
    // Errors before the first byte are answered as usual.
    let last = JSON.stringify(await request.read(look));
    if (raw.destroyed) return this.hijack();
    const own = [...open].filter((stream) => stream.accountId === accountId);
    if (own.length >= streamsAnAccount) own[0]!.giveWay();

    const write = (text: string) => {
      // A client that no longer reads stays connected for a while after the end.
      if (raw.writableLength > longestBacklog) raw.destroy();
      else if (!raw.writableEnded) raw.write(text);
    };
    const gone = new AbortController();
    let isLooking = false;
    let isDue = false;
    const again = async () => {
      if (isLooking) return void (isDue = true);
      isLooking = true;
      try {
        const state = JSON.stringify(await inTurn(gone.signal, () => request.read(look)));
        if (state !== last) write(eventOf(state));
        last = state;
      } catch (error) {
        // A database that is away comes back: the next heartbeat looks again.
        if (error instanceof SignedOut || error instanceof NotAllowed) {
          write('event: over\ndata:\n\n');
          stream.end();
        }
      }
      isLooking = false;
      if (isDue && open.has(stream)) {
        isDue = false;
        void again();
      }
    };
    const stream: Stream = {
      accountId,
      look: () => void again(),
      end: () => void raw.end(),
      giveWay() {
        write('event: full\ndata:\n\n');
        raw.end();
      },
    };
    const beat = setInterval(() => {
      write(':\n\n');
      stream.look();
    }, heartbeat).unref();
    raw.once('close', () => {
      gone.abort();
      clearInterval(beat);
      open.delete(stream);
      leave(channel, stream);
    });
    open.add(stream);
    enter(channel, stream);
    this.hijack();
    raw.writeHead(200, {
      ...(this.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      // A buffering proxy would hold events back.
      'x-accel-buffering': 'no',
      connection: 'close',
    });
    write(eventOf(last));
    // Changes between the first look and now.
    stream.look();
    return this;
  });

  function enter(channel: string, stream: Stream) {
    const known = channels.get(channel);
    if (known) return void known.streams.add(stream);
    const streams = new Set([stream]);
    const stop = database.listen(channel, (payload) => {
      const told = payload === null ? null : new Set(payload.split(',').map(Number));
      for (const stream of streams) if (!told || told.has(stream.accountId)) stream.look();
    });
    channels.set(channel, { streams, stop });
  }

  function leave(channel: string, stream: Stream) {
    const known = channels.get(channel)!;
    known.streams.delete(stream);
    if (known.streams.size > 0) return;
    known.stop();
    channels.delete(channel);
  }
}

const eventOf = (data: string) => `data: ${data}\n\n`;

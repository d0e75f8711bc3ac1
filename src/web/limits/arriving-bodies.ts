import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../routes.ts';
import {
  TooSlow,
  TooLarge,
  TooManyArriving,
  second,
  megabyte,
  slowestUpload,
  mostRead,
  mostSent,
  quotas,
  type Holder,
} from './arriving-trouble.ts';
import { quotaKeysOf } from './quota-keys.ts';

interface Arriving {
  request: FastifyRequest;
  reply: FastifyReply;
  startedAt: number;
  from: number;
}

/** Limits how long a body may take and how much is in transit, before anything else waits for it. */
export function registerArrivingBodies(app: App, pace: Partial<typeof slowestUpload> = {}): void {
  const { graceMs, bytesPerSecond, longestMs, looksEveryMs } = { ...slowestUpload, ...pace };
  const arriving = new Set<Arriving>();
  const held = new Map<string, { bodies: number; bytes: number }>();
  let clock: NodeJS.Timeout | undefined;
  let lookedAt = 0;

  function look(): void {
    const now = performance.now();
    // A busy server sees data late: what it did not read in that time is not the sender's fault.
    const busy = Math.max(0, now - lookedAt - 2 * looksEveryMs);
    lookedAt = now;
    for (const body of arriving) {
      const { raw } = body.request;
      if (raw.complete || raw.destroyed) arriving.delete(body);
      else if (raw.readableLength >= raw.readableHighWaterMark) body.startedAt += looksEveryMs;
      else {
        body.startedAt += busy;
        const took = now - body.startedAt;
        const paid = ((raw.socket.bytesRead - body.from) / bytesPerSecond) * second;
        if (took > longestMs || took > graceMs + paid) endLate(body);
      }
    }
    if (arriving.size === 0) {
      clearInterval(clock);
      clock = undefined;
    }
  }

  function endLate(body: Arriving): void {
    const { request, reply } = body;
    arriving.delete(body);
    if (reply.sent || reply.raw.headersSent) return void request.raw.destroy();
    void reply.header('Connection', 'close').send(new TooSlow());
  }

  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    if (!hasBody(request)) return done();
    arriving.add({ request, reply, startedAt: performance.now(), from: raw.socket.bytesRead });
    if (!clock) {
      lookedAt = performance.now();
      clock = setInterval(look, looksEveryMs).unref();
    }
    done();
  });

  // After authentication, before anything is read.
  app.addHook('preParsing', (request, reply, _payload, done) => {
    if (!hasBody(request)) return done();
    const { raw, headers } = request;
    const declared = headers['content-length'] === undefined ? undefined : Number(headers['content-length']);
    const isUpload = /^multipart\//i.test(headers['content-type'] ?? '');
    if (isUpload && declared !== undefined && declared > mostSent) {
      void reply.header('Connection', 'close');
      return done(new TooLarge());
    }
    // Most bodies come in one packet with their headers, which is read first.
    setImmediate(() => {
      if (raw.complete || raw.destroyed || raw.socket.destroyed) return done();
      const full = hold(request, reply, Math.min(declared ?? mostRead, isUpload ? mostRead : megabyte), isUpload);
      done(full && new TooManyArriving(full));
    });
  });

  /** Counts a body until it has arrived, an upload until it is answered; returns whose quota is exceeded. */
  function hold(request: FastifyRequest, reply: FastifyReply, bytes: number, isUpload: boolean): Holder | undefined {
    const holders = quotaKeysOf(request);
    const full = holders.find(([holder, key]) => {
      const { bodies, bytes: known } = held.get(key) ?? { bodies: 0, bytes: 0 };
      return bodies + 1 > quotas[holder].bodies || known + bytes > quotas[holder].bytes;
    });
    if (full) return full[0];
    const change = (by: 1 | -1) => {
      for (const [, key] of holders) {
        const { bodies, bytes: known } = held.get(key) ?? { bodies: 0, bytes: 0 };
        if (bodies + by === 0) held.delete(key);
        else held.set(key, { bodies: bodies + by, bytes: known + by * bytes });
      }
    };
    let isHeld = true;
    const release = () => {
      if (isHeld) change(-1);
      isHeld = false;
    };
    change(1);
    // An upload stays in memory until it is answered; anything else is small.
    reply.raw.once('close', release);
    if (!isUpload) request.raw.once('close', release);
    return undefined;
  }

  app.addHook('onClose', async () => clearInterval(clock));

  // If there are very many connections, idle ones are closed.
  let closedAt = 0;
  app.server.on('connection', () => {
    const now = performance.now();
    if (now - closedAt < second) return;
    closedAt = now;
    app.server.getConnections((error, count) => {
      if (!error && count > mostConnections) app.server.closeIdleConnections();
    });
  });
}

const mostConnections = 1000;

/** Only bodies from a socket can be late. */
const hasBody = ({ raw, headers }: FastifyRequest) =>
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0) &&
  raw.socket?.bytesRead !== undefined;

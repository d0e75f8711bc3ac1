import { connect, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { AnswerReader } from './answers.ts';
import { quantiles } from './quantiles.ts';
import type { Drive, Driven } from './load.ts';

// A process of its own that sends finished requests over plain sockets: what it takes of the processor, the server
// cannot have.
let isStopped = false;
process.on('message', (message: Drive | 'stop') => {
  if (message === 'stop') isStopped = true;
  else
    void drive(message)
      .catch((error: Error) => ({ failure: error.message }))
      .then((answer) => process.send!(answer, undefined, undefined, () => {}));
});
process.on('disconnect', () => process.exit());

async function drive({ port, scripts, clients, seconds, status, pause, atMost = Infinity }: Drive): Promise<Driven> {
  isStopped = false;
  const requests = scripts.map((script) => script.map((request) => Buffer.from(request)));
  const times: number[] = [];
  let bytes = 0;
  let turn = 0;
  let asked = 0;
  const open = await Promise.all(Array.from({ length: clients }, () => Client.open(port)));
  const cpuBefore = process.cpuUsage();
  const start = performance.now();
  const end = start + seconds * 1000;

  const run = async (client: Client, at: number) => {
    const script = requests[at % requests.length]!;
    // One script is walked through by all together; of several, each client has its own.
    // People neither come all at once nor keep in step.
    if (pause) await sleep(pause * Math.random());
    for (let own = 0, from = performance.now(); from < end && !isStopped && asked < atMost; own++) {
      const request = script[(requests.length > 1 ? own : turn++) % script.length]!;
      const { reader } = client;
      asked++;
      await client.ask(request);
      const now = performance.now();
      if (reader.status !== status)
        throw new Error(`${firstLine(request)} answered ${reader.status} instead of ${status}: ${client.last()}`);
      times.push(now - from);
      bytes += reader.bytes;
      if (pause) await sleep(pause * (0.5 + Math.random()));
      from = pause ? performance.now() : now;
    }
  };
  try {
    await Promise.all(open.map(run));
  } finally {
    for (const client of open) client.close();
  }
  const took = performance.now() - start;
  const { user, system } = process.cpuUsage(cpuBefore);
  return { requests: times.length, took, bytes, cpu: (user + system) / 1000, ...quantiles(times) };
}

const firstLine = (request: Buffer) => request.subarray(0, request.indexOf('\r\n')).toString();

/** One kept connection; nothing of an answer is kept but where it ends. */
class Client {
  readonly reader = new AnswerReader();
  readonly #socket: Socket;
  #last: Buffer = Buffer.alloc(0);
  #wait = Promise.withResolvers<void>();

  static async open(port: number): Promise<Client> {
    const ready = Promise.withResolvers<void>();
    const client = new Client(port, ready);
    await ready.promise;
    return client;
  }

  private constructor(port: number, ready: PromiseWithResolvers<void>) {
    // Into the same memory again and again: a buffer for each read would be garbage.
    const callback = (length: number, memory: Uint8Array) => {
      this.#last = memory.subarray(0, length) as Buffer;
      if (this.reader.take(this.#last)) this.#wait.resolve();
      return true;
    };
    this.#socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: { buffer: Buffer.alloc(65_536), callback },
    });
    const fail = (error: Error) => {
      ready.reject(error);
      this.#wait.reject(error);
    };
    this.#wait.promise.catch(() => {});
    this.#socket.once('connect', () => ready.resolve()).once('error', fail);
    this.#socket.once('close', () => fail(new Error('The server closed the connection.')));
  }

  ask(request: Buffer): Promise<void> {
    this.reader.next();
    this.#wait = Promise.withResolvers();
    this.#socket.write(request);
    return this.#wait.promise;
  }

  last(): string {
    return this.#last.toString('utf8', 0, 600);
  }

  close(): void {
    this.#wait.promise.catch(() => {});
    this.#socket.removeAllListeners('close').destroy();
  }
}

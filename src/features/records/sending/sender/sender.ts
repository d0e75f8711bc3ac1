import { setTimeout as pause } from 'node:timers/promises';
import { lookForWork, onCommitted, type LookingForWork } from '#kernel/look-for-work.ts';
import { render, type Database, query } from '#kernel/database.ts';
import type { ProviderQueues } from './provider-queues.ts';
import type { SenderServices } from './settings.ts';

interface Sender {
  /** Sends everything that is due now, until its outcomes are saved. */
  sendDue(): Promise<void>;
  /** Sends what comes due, until stopped. */
  start(): void;
  /** Lets requests under way end, and leaves the rest queued. */
  stop(): Promise<void>;
}

/** While something is due that waits for its turn: a limit of the provider, a pause after trouble. */
const again = 1_000;

/**
 * Hands the outbox to the providers. Any number of processes may run one: a row is claimed by one of them. It runs in
 * the product's process (bin/server.ts); a test or benchmark makes its own and starts it:
 *
 *     const sender = createSender({ ...services, providers: { reachesPrivate: true } }, console.error);
 *     await sender.sendDue();
 *
 * with a row of message_providers for a server of its own: kind 'http', is_on, per_second up to 500, and `sealSettings`
 * of a template with that server's address (test/harness/sending-school.ts does it).
 */
export function createSender(services: SenderServices, onError: (error: Error) => void): Sender {
  let isStopped = false;
  let queues: Promise<ProviderQueues> | undefined;
  let looking: LookingForWork | undefined;
  let forget = () => {};

  /** Providers and their code are loaded when the first message is due. */
  async function look(): Promise<{ isDue: boolean; hasBegun: boolean }> {
    const due = await dueInstitutions(services.database);
    if (isStopped || due.length === 0) return { isDue: false, hasBegun: false };
    queues ??= import('./provider-queues.ts').then(({ openProviderQueues }) => openProviderQueues(services, onError));
    const work = await queues;
    const began = await Promise.all(due.map((institutionId) => work.serve(institutionId)));
    return { isDue: true, hasBegun: began.includes(true) };
  }

  return {
    async sendDue() {
      while ((await look()).hasBegun) await (await queues)?.idle();
    },
    start() {
      const { wake } = (looking = lookForWork(async () => ((await look()).isDue ? again : undefined), onError));
      forget = onCommitted('outbox', wake);
    },
    async stop() {
      isStopped = true;
      forget();
      await looking?.stop();
      await (await queues)?.close();
    },
  };
}

async function dueInstitutions(database: Database): Promise<number[]> {
  const rows = await database.anonymous((tx) => query<{ id: number }>(tx, render)`select akada_outbox_due() as id`);
  return rows.map(({ id }) => id);
}

/** The sender of this process: retried errors are said, and the loop goes on. */
export function sendContinually(services: SenderServices, onError: (error: Error) => void): () => Promise<void> {
  const sender = createSender(services, onError);
  sender.start();
  return () => Promise.race([sender.stop(), pause(20_000, undefined, { ref: false })]);
}

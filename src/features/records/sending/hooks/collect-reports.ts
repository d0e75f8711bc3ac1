import type { Database } from '#kernel/database.ts';
import { systemActor } from '#kernel/actor.ts';
import { stopGone } from '../sender/save-results.ts';
import { applyReports, type Delivered } from './apply-reports.ts';

/** What one request of a provider reports, and the hash of its body. */
export interface Delivery extends Delivered {
  machine: string;
  title: string;
}

interface Waiting {
  delivery: Delivery;
  answer: PromiseWithResolvers<boolean>;
}

const collectFor = 5;
const most = 400;

/**
 * Collects reports for some milliseconds and writes them in one transaction: a message to many brings hundreds a second,
 * and each would lock the same totals. Resolves to whether any of the messages is known; rejects if nothing was written.
 */
export function reportCollector(database: Database) {
  const waiting = new Map<string, Waiting[]>();
  const writing = new Map<string, Promise<void>>();

  function collect(institutionId: number, delivery: Delivery): Promise<boolean> {
    const name = `${institutionId} ${delivery.machine}`;
    const answer = Promise.withResolvers<boolean>();
    const group = waiting.get(name);
    if (group) group.push({ delivery, answer });
    else {
      waiting.set(name, [{ delivery, answer }]);
      setTimeout(() => void begin(institutionId, name), collectFor);
    }
    return answer.promise;
  }

  /** One batch of an institution after the other; what comes meanwhile is the next one. */
  async function begin(institutionId: number, name: string): Promise<void> {
    await writing.get(name);
    const all = waiting.get(name) ?? [];
    waiting.delete(name);
    const work = write(institutionId, all.slice(0, most)).then(() => {
      if (writing.get(name) === work) writing.delete(name);
    });
    writing.set(name, work);
    if (all.length > most) {
      waiting.set(name, [...all.slice(most), ...(waiting.get(name) ?? [])]);
      void begin(institutionId, name);
    }
  }

  async function write(institutionId: number, batch: Waiting[]): Promise<void> {
    if (batch.length === 0) return;
    const { machine, title } = batch[0]!.delivery;
    try {
      const { isKnown, gone } = await database.asSystem([institutionId], (tx) =>
        applyReports(
          tx,
          systemActor(institutionId, title),
          { institutionId, machine },
          batch.map(({ delivery }) => delivery),
        ),
      );
      for (const { channel, addresses } of gone) await stopGone(database, institutionId, channel, addresses);
      for (const [at, { answer }] of batch.entries()) answer.resolve(isKnown[at]!);
    } catch (error) {
      for (const { answer } of batch) answer.reject(error as Error);
    }
  }

  return collect;
}

import { setTimeout as pause } from 'node:timers/promises';
import { finishMessages } from '#kernel/messages/stop-waiting.ts';
import { claim, type ClaimedMessage } from './claim.ts';
import { attempt } from './attempt.ts';
import { settingsReader, type OpenProvider, type SendingSettings, type SenderServices } from './settings.ts';
import { endLeases, keepUnsendable } from './tidy.ts';
import { saveResults, decide, type Decision } from './save-results.ts';
import { openMails } from '../mail/mails.ts';

export type ProviderQueues = ReturnType<typeof openProviderQueues>;

const channels = ['sms', 'email', 'whatsapp'] as const;
/** Requests at once for one provider: codes have places of their own, so that they never wait behind many others. */
const concurrency = { urgent: 5, usual: 15 };
/** After a crash nobody knows about the batch, unless the provider recognises what it has. */
const batch = { recognised: 50, other: 15 };
/** What a batch has not begun by then is queued again, so that a paused message stops within seconds. */
const longestBatch = 2_000;
const restAfterTrouble = 30_000;
const keepEvery = 30_000;

/** The work of one process: a lane for each provider and urgency, in which batches follow each other. */
export function openProviderQueues(services: SenderServices, onError: (error: Error) => void) {
  const { database } = services;
  const settings = settingsReader(services);
  const mail = openMails(services);
  const running = new Map<string, Promise<void>>();
  const keptAt = new Map<number, number>();
  let isClosing = false;

  /** Starts the queues that an institution needs. Says whether any was idle and found work. */
  async function serve(institutionId: number): Promise<boolean> {
    const now = await settings.read(institutionId);
    await endLeases(database, institutionId, now.providers);
    await keepWithout(institutionId, now);
    const begun = await Promise.all(
      lanesOf(now).map(async (lane) => {
        const name = `${institutionId} ${lane.at.id} ${lane.isUrgent}`;
        if (running.has(name)) return false;
        const first = next(institutionId, lane);
        const work = first.then((found) => (found ? follow(institutionId, lane, found) : undefined));
        running.set(
          name,
          work.catch(onError).finally(() => running.delete(name)),
        );
        return first.then(Boolean, () => false);
      }),
    );
    return begun.includes(true);
  }

  async function keepWithout(institutionId: number, { providers }: SendingSettings): Promise<void> {
    const without = channels.filter(
      (channel) => !providers.some((one) => one.channel === channel && !one.isPinnedOnly),
    );
    if (performance.now() - (keptAt.get(institutionId) ?? -keepEvery) < keepEvery || without.length === 0) return;
    keptAt.set(institutionId, performance.now());
    await keepUnsendable(database, institutionId, without);
  }

  /** A batch is sent and its outcomes are saved, then the next one is claimed. */
  async function follow(institutionId: number, lane: Lane, found: ClaimedMessage[]): Promise<void> {
    for (let rows: ClaimedMessage[] | null = found; rows; rows = await next(institutionId, lane)) {
      const decisions = await sendBatch(institutionId, lane, rows);
      const messageIds = [...new Set(rows.flatMap(({ messageId }) => messageId ?? []))].toSorted((a, b) => a - b);
      await saveResults(database, { institutionId, channel: lane.at.channel }, decisions, messageIds);
      await database.asSystem([institutionId], (tx) => finishMessages(tx, institutionId, messageIds));
    }
  }

  /** The next messages of a lane, as many as its provider may get now; null if there are none. */
  async function next(institutionId: number, { at, isUrgent, isFirst }: Lane): Promise<ClaimedMessage[] | null> {
    for (;;) {
      if (isClosing || at.restsUntil > performance.now()) return null;
      const most = at.bucket.take(at.isIdempotent ? batch.recognised : batch.other);
      if (most > 0) {
        const { channel, place, isPinnedOnly, id: providerId } = at;
        const of = { institutionId, channel, isUrgent, providerId, place, isFirst, isPinnedOnly, most };
        const rows = await claim(database, of);
        at.bucket.giveBack(most - rows.length);
        return rows.length > 0 ? rows : null;
      }
      await pause(at.bucket.wait(5));
    }
  }

  async function sendBatch(
    institutionId: number,
    { at, isUrgent, hasSecond }: Lane,
    rows: ClaimedMessage[],
  ): Promise<Decision[]> {
    const begun = performance.now();
    const waiting = [...rows];
    const decisions: Decision[] = [];
    let troubles = 0;
    const work = async () => {
      for (let row = waiting.shift(); row; row = waiting.shift()) {
        const isOver = isClosing || performance.now() - begun > longestBatch || at.restsUntil > performance.now();
        const outcome = isOver ? null : await attempt(institutionId, at, row, mail);
        if (!outcome) at.bucket.giveBack(1);
        troubles = outcome?.is === 'later' ? troubles + 1 : outcome ? 0 : troubles;
        // It asks for a pause, or nothing gets through: the others needn't use up their attempts.
        if (outcome?.is === 'later' && (outcome.after || troubles >= 5))
          at.restsUntil = performance.now() + (outcome.after ? Math.min(outcome.after, 3600) * 1000 : restAfterTrouble);
        decisions.push(
          decide(
            { ...row, place: at.place, isIdempotent: at.isIdempotent, hasSecond: !row.isPinned && hasSecond() },
            outcome,
          ),
        );
      }
    };
    await Promise.all(Array.from({ length: isUrgent ? concurrency.urgent : concurrency.usual }, work));
    return decisions;
  }

  const idle = async () => {
    while (running.size > 0) await Promise.all(running.values());
  };
  return {
    serve,
    idle,
    async close() {
      isClosing = true;
      await idle();
      settings.close();
    },
  };
}

interface Lane {
  at: OpenProvider;
  isUrgent: boolean;
  /** Rows that name no provider are its. */
  isFirst: boolean;
  hasSecond: () => boolean;
}

const isReady = ({ restsUntil }: OpenProvider) => restsUntil <= performance.now();

function lanesOf({ providers, isQuiet }: SendingSettings): Lane[] {
  return providers.filter(isReady).flatMap((at) => {
    const own = providers.filter(({ channel, isPinnedOnly }) => channel === at.channel && !isPinnedOnly);
    const isFirst = own.find(isReady) === at;
    const hasSecond = () => own.some((other) => other.place === 2 && other !== at && isReady(other));
    return (isQuiet ? [true] : [true, false]).map((isUrgent) => ({ at, isUrgent, isFirst, hasSecond }));
  });
}

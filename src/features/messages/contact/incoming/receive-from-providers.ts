import type { ReceiveIncoming } from '#web/feature.ts';
import { attemptOf } from './attempt-of.ts';
import { receiveIncoming } from './receive-incoming.ts';
import type { Incoming } from './incoming-kinds.ts';

/** What the providers of messages hand over. */
export const receiveFromProviders: ReceiveIncoming = async (
  services,
  { institutionId, machine, channel, incoming },
) => {
  if (channel === 'email') return async () => {};
  const works: [Incoming, Awaited<ReturnType<typeof attemptOf>>][] = [];
  for (const { id, from, text } of incoming) {
    // Pictures come without a text. The ends of long ids are what differs.
    const body = text.slice(0, 1600) || '(no text)';
    const one: Incoming = { institutionId, machine, channel, address: from, body, messageId: id.slice(-100) };
    works.push([one, await attemptOf(services, one)]);
  }
  return async (tx, actor) => {
    for (const [one, attempt] of works) await receiveIncoming(tx, actor, one, attempt);
  };
};

import type { OutboxState } from './messages.schema.ts';

type Tone = 'plain' | 'info' | 'good' | 'gold' | 'bad';

/** How far a message to one recipient has come. */
export const outboxStates: Record<OutboxState, { label: string; tone: Tone; meaning: string }> = {
  kept: { label: 'Not sent', tone: 'plain', meaning: 'It’s in the outbox: no provider is on for this channel.' },
  queued: { label: 'Waiting', tone: 'info', meaning: 'It will be sent soon.' },
  sending: { label: 'Sending', tone: 'info', meaning: 'It’s being sent to the provider.' },
  paused: { label: 'Paused', tone: 'gold', meaning: 'It waits until the message is resumed.' },
  sent: { label: 'Sent', tone: 'good', meaning: 'The provider has accepted it.' },
  delivered: { label: 'Delivered', tone: 'good', meaning: 'It was delivered.' },
  failed: { label: 'Failed', tone: 'bad', meaning: 'The provider refused it, or could not be reached for too long.' },
  undelivered: { label: 'Not delivered', tone: 'bad', meaning: 'The network or the mail server couldn’t deliver it.' },
  uncertain: {
    label: 'Uncertain',
    tone: 'gold',
    meaning: 'Sending was interrupted, and the provider can’t say whether it has it. It isn’t resent automatically.',
  },
  stopped: { label: 'Stopped', tone: 'gold', meaning: 'It was stopped, or the number or address is blocked.' },
};

/**
 * Reports arrive in any order, so a state only replaces one of a lower rank, and a delivery is final. What was stopped
 * or kept was never handed over.
 */
export const stateRank: Record<OutboxState, number> = {
  kept: 0,
  stopped: 0,
  queued: 0,
  paused: 0,
  sending: 1,
  uncertain: 2,
  sent: 3,
  failed: 4,
  undelivered: 5,
  delivered: 6,
};

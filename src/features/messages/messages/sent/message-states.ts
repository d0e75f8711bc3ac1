import type { OutboxState } from '#kernel/messages/messages.schema.ts';

/** Recipients in these states cost nothing. */
export const unpaidStates: readonly OutboxState[] = ['kept', 'stopped', 'failed'];

/** How far a composed message is. */
export const messageStateLabels = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  sending: 'Sending',
  paused: 'Paused',
  stopped: 'Stopped',
  done: 'Done',
} as const;
type MessageState = keyof typeof messageStateLabels;

export const messageStateTones = {
  draft: 'plain',
  scheduled: 'info',
  sending: 'info',
  paused: 'gold',
  stopped: 'gold',
  done: 'good',
} as const satisfies Record<MessageState, string>;

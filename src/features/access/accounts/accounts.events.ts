import { declareEvent, type MessageEvent } from '#kernel/messages/events.ts';

const common = {
  group: 'accounts',
  audiences: ['student', 'guardian', 'employee'],
  channels: ['sms', 'email'],
  fields: {},
  subject: '{school}',
  text: '',
} satisfies Partial<MessageEvent>;

/** Codes, links and warnings that somebody is waiting for: no institution can switch them off. */
export const accountEvents = [
  declareEvent({
    ...common,
    key: 'accounts.invitation',
    always: 'Sent when somebody is invited.',
  }),
  declareEvent({
    ...common,
    key: 'accounts.reset',
    always: 'Sent when somebody asks for a code.',
  }),
  declareEvent({
    ...common,
    key: 'accounts.security',
    always: 'Sent so that nobody loses an account unnoticed.',
  }),
  declareEvent({
    ...common,
    key: 'approvals.asked',
    audiences: ['employee'],
    always: 'Sent to those who decide.',
  }),
];

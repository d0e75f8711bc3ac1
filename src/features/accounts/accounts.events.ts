import { declareEvent, type MessageEvent } from '#kernel/messages/events.ts';

const common = {
  ...{ group: 'accounts', audiences: ['student', 'guardian', 'employee'], channels: ['sms', 'email'], fields: {} },
  ...{ subject: '{school}', text: '' },
} satisfies Partial<MessageEvent>;

/** Codes, links and warnings that somebody is waiting for: no institution can switch them off. */
export const accountEvents = [
  declareEvent({
    ...{ ...common, key: 'accounts.invitation', label: 'Invitations and sign-in links' },
    always: 'Sent when somebody is invited.',
  }),
  declareEvent({
    ...{ ...common, key: 'accounts.reset', label: 'Password codes' },
    always: 'Sent when somebody asks for a code.',
  }),
  declareEvent({
    ...{ ...common, key: 'accounts.security', label: 'Changes to an account' },
    always: 'Sent so that nobody loses an account unnoticed.',
  }),
  declareEvent({
    ...{ ...common, key: 'approvals.asked', label: 'Requests for approval', audiences: ['employee'] },
    always: 'Sent to those who decide.',
  }),
];

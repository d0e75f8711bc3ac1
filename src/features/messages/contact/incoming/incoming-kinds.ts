import type { IncomingKind } from '../contact.schema.ts';

export interface Incoming {
  institutionId: number;
  machine: string;
  channel: 'sms' | 'whatsapp';
  /** E.164. */
  address: string;
  body: string;
  messageId: string;
}

export const incomingKinds: Record<IncomingKind, string> = {
  reply: 'Reply',
  stop: 'No marketing (STOP)',
  start: 'Messages again (START)',
  wrong: 'Wrong number',
  balance: 'Balance question',
  result: 'Result question',
};

export const waysIn = { sms: 'SMS', whatsapp: 'WhatsApp' };

export const replyStates = { unread: 'Unread', read: 'Read' };

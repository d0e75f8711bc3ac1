import type { Feature } from '#web/feature.ts';
import { messagePermissions } from './messages.policy.ts';

/** Messages to many: what they say, to whom, when, and what became of them. */
export const messageFeature = {
  name: 'messages',
  permissions: messagePermissions,
  roles: {
    principal: ['messages.view', 'messages.send'],
    registrar: ['messages.view', 'messages.send'],
    admission_officer: ['messages.view', 'messages.send'],
    bursar: ['messages.view', 'messages.send'],
    teacher: ['messages.sendOwn'],
  },
  nouns: { messages: 'Messages' },
  menuSections: [{ key: 'messages', label: 'Messages', icon: 'message', place: 60 }],
  confirmations: { messages: { what: 'Messages', nouns: ['messages', 'notices'] } },
} satisfies Feature;

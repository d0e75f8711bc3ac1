import type { Feature } from '#web/feature.ts';
import { composeRoutes } from './compose/compose.routes.ts';
import { sendDueJob } from './compose/send-due.job.ts';
import { groupRoutes } from './groups/groups.routes.ts';
import { maySeeMessages, maySend, messagePermissions } from './messages.policy.ts';
import { messageReports } from './messages.reports.ts';
import { messageTours } from './messages.tour.ts';
import { sentRoutes } from './sent/sent.routes.ts';
import { templateRoutes } from './templates/templates.routes.ts';
import { messageWaiting } from './messages.waiting.ts';

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
  routes: [composeRoutes, sentRoutes, templateRoutes, groupRoutes],
  jobs: [sendDueJob],
  menuSections: [
    {
      key: 'messages',
      label: 'Messages',
      icon: 'message',
      place: 60,
      bar: 3,
      groups: { inbox: 'Inbox', sent: 'Sent', notices: 'Notices', letters: 'Letters', templates: 'Templates' },
    },
  ],
  menu: [
    {
      section: 'messages',
      place: 10,
      label: 'Sent',
      href: '/messages',
      may: maySeeMessages,
      group: 'sent',
      also: 'messages SMS WhatsApp e-mail broadcast',
    },
    {
      section: 'messages',
      place: 20,
      label: 'Templates',
      href: '/messages/templates',
      may: ['messages.send'],
      group: 'templates',
    },
    {
      section: 'messages',
      place: 30,
      label: 'Groups',
      href: '/messages/groups',
      may: maySend,
      group: 'templates',
      also: 'lists of recipients',
      usedBy: ['messages.send'],
    },
  ],
  tours: messageTours,
  confirmations: { messages: { what: 'Messages', nouns: ['messages', 'notices'] } },
  waiting: messageWaiting,
  reports: messageReports,
} satisfies Feature;

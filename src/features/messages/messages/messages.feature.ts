import type { Feature } from '#web/feature.ts';
import { composeRoutes } from './compose/compose.routes.ts';
import { sendDueJob } from './compose/send-due.job.ts';
import { groupRoutes } from './groups/groups.routes.ts';
import { maySeeMessages, maySend, messagePermissions } from './messages.policy.ts';
import { messageReports } from './messages.reports.ts';
import { messageTours } from './messages.tour.ts';
import { sentRoutes } from './sent/sent.routes.ts';
import { templateRoutes } from './templates/templates.routes.ts';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { institutionsInView } from '#kernel/actor.ts';
import type { PendingTaskKind } from '#kernel/contracts/dashlet.ts';
import { messages } from '#kernel/messages/messages.schema.ts';
import { pendingTask } from '#kernel/pending-task.ts';

/** The actor’s own messages that nobody has sent, or that were paused. */
const messagePendingTasks: readonly PendingTaskKind[] = [
  {
    place: 60,
    may: maySend,
    async load(db, actor, wanted) {
      const inState = (state: 'draft' | 'paused') =>
        sql<number>`count(*) filter (where ${eq(messages.state, state)})::int`;
      const [row] = await db
        .select({ drafts: inState('draft'), paused: inState('paused'), latest: sql<number>`max(${messages.id})` })
        .from(messages)
        .where(
          and(
            inArray(messages.institutionId, institutionsInView(actor, wanted, ...maySend)),
            eq(messages.accountId, actor.accountId!),
            inArray(messages.state, ['draft', 'paused']),
          ),
        );
      const { drafts, paused, latest } = row!;
      const isOne = drafts + paused === 1;
      return [
        ...pendingTask(paused, {
          one: 'paused message',
          many: 'paused messages',
          action: 'Open',
          isUrgent: true,
          href: isOne ? `/messages/${latest}` : '/messages?state=paused',
        }),
        ...pendingTask(drafts, {
          one: 'message draft',
          many: 'message drafts',
          action: 'Continue',
          href: isOne ? `/messages/${latest}/edit` : '/messages?state=draft',
        }),
      ];
    },
  },
];

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
  pendingTasks: messagePendingTasks,
  reports: messageReports,
} satisfies Feature;

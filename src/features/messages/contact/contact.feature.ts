import type { Feature } from '#web/feature.ts';
import { contactPersonalData } from './contact.personal-data.ts';
import { contactPermissions } from './contact.policy.ts';
import { contactTours } from './contact.tour.ts';
import { incomingRoutes } from './incoming/incoming.routes.ts';
import { maySeeReplies, receiveFromProviders, unreadReplies } from './incoming/replies.list.ts';
import { replyRoutes } from './incoming/replies.routes.ts';
import { notifyOfBirthdaysHourly } from './jobs/notify-of-birthdays.job.ts';
import { notifyOfDuesDaily } from './jobs/notify-of-dues.job.ts';
import { notifyOfMoneyEveryMinute } from './jobs/notify-of-money.job.ts';
import { unsubscribeRoutes } from './unsubscribe/unsubscribe.routes.ts';
import { wishRoutes } from './opt-outs/wishes.routes.ts';
import { switchRoutes } from './notification-settings/switches.routes.ts';
import type { PendingTaskKind } from '#kernel/contracts/dashlet.ts';
import { pendingTask } from '#kernel/pending-task.ts';

const contactPendingTasks: readonly PendingTaskKind[] = [
  {
    place: 61,
    may: maySeeReplies,
    load: async (db, actor, wanted) =>
      pendingTask(await unreadReplies(db, actor, wanted), {
        one: 'unread reply',
        many: 'unread replies',
        href: '/replies?state=unread',
        action: 'Read',
      }),
  },
];

const ownRecord = ['students.viewSelf', 'guardians.viewSelf', 'employees.viewSelf'] as const;

/** What is sent by itself, who wants it, and what people answer. */
export const contactFeature = {
  name: 'contact',
  permissions: contactPermissions,
  roles: {
    ict_administrator: ['contact.switches'],
    principal: ['contact.switches', 'contact.replies', 'contact.wishes'],
    registrar: ['contact.switches', 'contact.replies', 'contact.wishes'],
  },
  nouns: { contact: 'Automatic messages and replies' },
  routes: [switchRoutes, incomingRoutes, replyRoutes, wishRoutes, unsubscribeRoutes],
  incoming: receiveFromProviders,
  jobs: [notifyOfMoneyEveryMinute, notifyOfDuesDaily, notifyOfBirthdaysHourly],
  menu: [
    {
      section: 'messages',
      place: 40,
      label: 'Inbox',
      href: '/replies',
      may: maySeeReplies,
      group: 'inbox',
      also: 'replies answers',
    },
    {
      section: 'settings',
      group: 'messages',
      place: 72,
      label: 'Switches',
      href: '/message-switches',
      about: 'Which events send a message, its recipients and channels.',
      may: ['contact.switches'],
    },
    {
      section: 'settings',
      group: 'messages',
      place: 74,
      label: 'Opt-outs',
      href: '/opt-outs',
      about: 'Numbers and addresses that opted out of messages.',
      may: ['contact.wishes'],
    },
    {
      section: 'mine',
      place: 50,
      label: 'My messages',
      href: '/account/messages',
      may: ownRecord,
      of: ['studentIds', 'guardianIds', 'employeeIds'],
    },
  ],
  confirmations: { contact: { what: 'Automatic messages and replies', nouns: ['contact'] } },
  tours: contactTours,
  personalData: contactPersonalData,
  demo: async () => (await import('./load.demo.ts')).steps,
  pendingTasks: contactPendingTasks,
} satisfies Feature;

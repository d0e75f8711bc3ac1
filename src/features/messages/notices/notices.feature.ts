import type { Feature } from '#web/feature.ts';
import { latestCard } from './board/board.queries.ts';
import { boardRoutes } from './board/board.routes.ts';
import { costRoutes } from './costs/costs.routes.ts';
import { announceNoticesDaily } from './editing/announce-notices.job.ts';
import { noticeFileRoutes } from './editing/notice-files.routes.ts';
import { noticeRoutes } from './editing/notices.routes.ts';
import { messageTabs } from './history/person-messages.ts';
import { historyRoutes } from './history/history.routes.ts';
import { letterRoutes } from './letters/letters.routes.ts';
import { printLettersJob, tidyLetterFiles } from './letters/print-letters.job.ts';
import { noticePersonalData } from './notices.personal-data.ts';
import { noticePermissions, onTheBoard } from './notices.policy.ts';
import { noticePublished } from './notices.events.ts';
import { noticeTours } from './notices.tour.ts';
import { publicNoticeRoutes } from './public/public-notices.routes.ts';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { institutionsInView } from '#kernel/actor.ts';
import type { PendingTaskKind } from '#kernel/contracts/dashlet.ts';
import { pendingTask } from '#kernel/pending-task.ts';
import { notices } from './notices.schema.ts';

const noticePendingTasks: readonly PendingTaskKind[] = [
  {
    place: 62,
    may: ['notices.edit'],
    async load(db, actor, wanted) {
      const ids = institutionsInView(actor, wanted, 'notices.edit');
      const [row] = await db
        .select({ count: sql<number>`count(*)::int` })
        .from(notices)
        .where(and(inArray(notices.institutionId, ids), eq(notices.state, 'draft')));
      return pendingTask(row!.count, {
        one: 'notice that is not published',
        many: 'notices that are not published',
        href: '/notices?state=draft',
        action: 'Review',
      });
    },
  },
];

/** The notice board, and what was sent to each person. */
export const noticeFeature = {
  name: 'notices',
  permissions: noticePermissions,
  roles: { principal: ['notices.edit'], registrar: ['notices.edit'] },
  nouns: { notices: 'Notices' },
  routes: [historyRoutes, boardRoutes, noticeRoutes, noticeFileRoutes, publicNoticeRoutes, costRoutes, letterRoutes],
  jobs: [announceNoticesDaily, printLettersJob, tidyLetterFiles],
  personalData: noticePersonalData,
  menu: [
    {
      section: 'messages',
      place: 5,
      label: 'Notices',
      href: '/notice-board',
      may: onTheBoard,
      group: 'notices',
      also: 'notice board announcements',
    },
    {
      section: 'messages',
      place: 60,
      label: 'All notices',
      href: '/notices',
      may: ['notices.edit'],
      group: 'notices',
      also: 'write a notice circular',
    },
    {
      section: 'messages',
      place: 65,
      label: 'Letters',
      href: '/letters',
      may: ['messages.send'],
      group: 'letters',
      also: 'circulars',
    },
    {
      section: 'messages',
      place: 70,
      label: 'Costs',
      href: '/message-costs',
      may: ['messages.view'],
      group: 'sent',
      also: 'message costs SMS units price',
    },
  ],
  tours: noticeTours,
  events: [noticePublished],
  homeCards: [latestCard],
  profileTabs: messageTabs,
  demo: async () => (await import('./load.demo.ts')).steps,
  pendingTasks: noticePendingTasks,
} satisfies Feature;

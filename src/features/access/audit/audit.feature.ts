import type { Feature } from '#web/feature.ts';
import { auditPermissions } from './audit.policy.ts';
import { auditRoutes } from './audit.routes.ts';
import { auditTours } from './audit.tour.ts';
import { auditPersonalData } from './audit.personal-data.ts';
import { sql } from 'drizzle-orm';
import { institutionsInView, membershipIn } from '#kernel/actor.ts';
import type { PendingTaskKind, ReadyDashlet } from '#kernel/contracts/dashlet.ts';
import { memoizeForActor } from '#kernel/database/memoize-for-actor.ts';
import { isOneOf, query } from '#kernel/database.ts';
import { pendingTask } from '#kernel/pending-task.ts';
import { addDays, today } from '#kernel/dates.ts';

const daysBack = 30;

const ownFamily: ReadyDashlet = {
  key: 'audit.own_family',
  label: 'Changes to own or family records',
  place: 95,
  size: 'small',
  may: ['audit.view'],
  description: `Changes that people made to their own or their family’s records in the last ${daysBack} days, where that is allowed.`,
  async load(db, actor, wanted) {
    const ids = institutionsInView(actor, wanted, 'audit.view');
    const { timeZone } = membershipIn(actor, ids[0]!)!;
    const from = addDays(today(timeZone), -daysBack);
    const [row] = await memoizeForActor(
      actor,
      `audit.own_family ${ids.join(' ')} ${from}`,
      () =>
        query<{ count: number }>(db)`select count(*)::int as count from audit_entries
        where ${isOneOf(sql`institution_id`, ids)} and details ? 'ownFamily'
          and at >= ${from}::date::timestamp at time zone ${timeZone}`,
    );
    const hint = `in the last ${daysBack} days`;
    return { as: 'figure', value: row!.count, hint, href: `/audit?action=ownFamily&from=${from}` };
  },
};

const auditDashlets: readonly ReadyDashlet[] = [ownFamily];

/** Messages of the last day that did not arrive. Earlier ones have been seen, or nobody will look at them again. */
const outboxPendingTasks: readonly PendingTaskKind[] = [
  {
    place: 63,
    may: ['outbox.view'],
    async load(db, actor, wanted) {
      const ids = institutionsInView(actor, wanted, 'outbox.view');
      const [row] = await memoizeForActor(
        actor,
        `outbox.failed ${ids.join(' ')}`,
        () =>
          query<{ count: number }>(db)`
          select count(*)::int as count from outbox where ${isOneOf(sql`institution_id`, ids)}
          and created_at > now() - interval '1 day' and state in ('failed', 'undelivered', 'uncertain', 'stopped')`,
      );
      return pendingTask(row!.count, {
        one: 'message that failed since yesterday',
        many: 'messages that failed since yesterday',
        href: '/outbox?state=problems',
        action: 'Review',
      });
    },
  },
];

export const auditFeature = {
  name: 'audit',
  permissions: auditPermissions,
  roles: { ict_administrator: ['audit.view'], principal: ['audit.view'] },
  nouns: { audit: 'Audit log' },
  routes: [auditRoutes],
  menu: [
    {
      section: 'settings',
      group: 'messages',
      place: 76,
      label: 'Outbox',
      href: '/outbox',
      about: 'Messages of the system itself, such as invitations and sign-in codes.',
      may: ['outbox.view'],
    },
    {
      section: 'settings',
      group: 'logs',
      place: 80,
      label: 'Audit log',
      href: '/audit',
      about: 'Every change, with who made it and when.',
      may: ['audit.view'],
    },
  ],
  tours: auditTours,
  personalData: auditPersonalData,
  dashlets: auditDashlets,
  pendingTasks: outboxPendingTasks,
} satisfies Feature;

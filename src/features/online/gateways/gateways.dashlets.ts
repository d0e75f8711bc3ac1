import { sql } from 'drizzle-orm';
import { institutionsInView } from '#kernel/actor.ts';
import type { ReadyDashlet } from '#kernel/contracts/dashlet.ts';
import { isOneOf, query } from '#kernel/database.ts';

const may = ['payments.view', 'payments.place'] as const;

const toReview: ReadyDashlet = {
  key: 'payments.review',
  label: 'Payments to review',
  place: 80,
  size: 'small',
  may,
  description: 'Online payments that need a decision, and money that nobody has identified.',
  empty: 'No payments to review.',
  async load(db, actor, wanted) {
    const ids = institutionsInView(actor, wanted, ...may);
    const [row] = await query<{ online: number; suspense: number }>(
      db,
      sql`select (select count(*)::int from online_reviews where ${isOneOf(sql`institution_id`, ids)} and state = 'open') as online,
        (select count(*)::int from payments where ${isOneOf(sql`institution_id`, ids)} and in_suspense) as suspense`,
    );
    const { online, suspense } = row!;
    if (online + suspense === 0) return null;
    return {
      as: 'list',
      points: [
        { label: 'Online payments to decide', value: online, href: '/online-payments/review' },
        { label: 'Payments in suspense', value: suspense, href: '/payment_records?suspense=yes' },
      ].filter(({ value }) => value > 0),
    };
  },
};

export const gatewayDashlets: readonly ReadyDashlet[] = [toReview];

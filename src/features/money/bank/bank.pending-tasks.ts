import { sql } from 'drizzle-orm';
import { institutionsInView } from '#kernel/actor.ts';
import type { PendingTaskKind } from '#kernel/contracts/dashlet.ts';
import { memoizeForActor } from '#kernel/database/memoize-for-actor.ts';
import { isOneOf, query } from '#kernel/database.ts';
import { pendingTask } from '#kernel/pending-task.ts';
import { isOverdueAtBank } from './reconciliation/figures.ts';

const toPlace: PendingTaskKind = {
  place: 53,
  may: ['payments.place'],
  async load(db, actor, wanted) {
    const ids = institutionsInView(actor, wanted, 'payments.place');
    const [row] = await memoizeForActor(
      actor,
      `payments.toPlace ${ids.join(' ')}`,
      () =>
        query<{ suspense: number; cheques: number; lines: number; unseen: number }>(db)`
        select (select count(*)::int from payments where ${isOneOf(sql`institution_id`, ids)} and in_suspense) as suspense,
        (select count(*)::int from payments where ${isOneOf(sql`institution_id`, ids)} and status = 'pending' and channel = 'cheque') as cheques,
        (select count(*)::int from bank_lines where ${isOneOf(sql`institution_id`, ids)} and state = 'open') as lines,
        (select count(*)::int from payments where ${isOneOf(sql`institution_id`, ids)} and ${isOverdueAtBank()}) as unseen`,
    );
    const { suspense, cheques, lines, unseen } = row!;
    return [
      ...pendingTask(suspense, {
        one: 'payment to identify',
        many: 'payments to identify',
        href: '/unidentified-payments',
        action: 'Identify',
      }),
      ...pendingTask(lines, {
        one: 'bank statement line to match',
        many: 'bank statement lines to match',
        href: '/bank-statements',
        action: 'Match',
      }),
      ...pendingTask(cheques, {
        one: 'cheque to clear',
        many: 'cheques to clear',
        href: '/payment_records?status=pending&channel=cheque',
        action: 'Clear',
      }),
      ...pendingTask(unseen, {
        one: 'payment overdue at the bank',
        many: 'payments overdue at the bank',
        href: '/payment_records?bank=not_seen',
        action: 'Review',
      }),
    ];
  },
};

export const bankPendingTasks: readonly PendingTaskKind[] = [toPlace];

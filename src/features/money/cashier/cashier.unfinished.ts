import { sql } from 'drizzle-orm';
import type { UnfinishedWork } from '#kernel/contracts/unfinished-work.ts';
import { accountNameIn } from '#kernel/account-name.ts';

export const unpostedCashierDays: UnfinishedWork = {
  kind: 'cashiers',
  place: 40,
  one: 'cashier session not approved',
  many: 'cashier sessions not approved',
  href: () => '/cashier-days',
  may: ['payments.approveDay'],
  found: ({
    institutionId,
    startsOn,
    endsOn,
  }) => sql`select ${accountNameIn(sql`d.account_id`)} || ', ' || to_char(d.day, 'DD/MM/YYYY') as name from cashier_days d
        where d.institution_id = ${institutionId} and d.day between ${startsOn} and ${endsOn} and d.approved_at is null`,
};

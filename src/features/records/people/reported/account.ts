import { sql } from 'drizzle-orm';
import type { ReportJoin } from '#kernel/contracts/report.ts';
import { fieldsIn, fixedChoice } from '#kernel/contracts/report-fields.ts';
import type { ReportedPerson } from './person.ts';

const accountStates = { none: 'No account', invited: 'Invited', active: 'Active', disabled: 'Disabled' };

/** Whether the person can sign in, and under which name. */
export function accountParts({ subject, table }: ReportedPerson, group: string) {
  const needs = 'accounts.view';
  const state = fixedChoice(sql`coalesce(account.state, 'none')`, accountStates);
  const { text, choice } = fieldsIn(subject, group, { needs, joins: ['account'] });
  return {
    joins: [
      {
        subject,
        name: 'account',
        sql: sql`left join lateral (
          select a.username, case when a.disabled_at is not null or m.suspended_at is not null then 'disabled'
            when c.password_hash is null then 'invited' else 'active' end as state
          from memberships m join accounts a on a.id = m.account_id left join credentials c on c.account_id = a.id
          where m.institution_id = ${table.institutionId} and m.${sql.raw(`${subject}_id`)} = ${table.id}
          order by a.disabled_at is not null, m.suspended_at is not null, m.id limit 1) account on true`,
      },
    ] satisfies ReportJoin[],
    fields: [
      choice('account', 'Account', state.value, { ...state.more, width: 12 }),
      text('username', 'Username', sql`account.username`, { width: 18 }),
    ],
  };
}

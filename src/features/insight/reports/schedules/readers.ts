import { sql, type SQL } from 'drizzle-orm';
import type { Permission } from '#kernel/permissions.ts';

interface Report {
  institutionId: number;
  id: number;
}

/** A role of the account `a` here that has the permission. */
export const holds = (institutionId: number, permission: Permission): SQL => sql`exists (
  select from memberships m join roles r on (r.institution_id, r.id) = (m.institution_id, m.role_id)
  where m.institution_id = ${institutionId} and m.account_id = a.id and m.suspended_at is null
    and (r.key = 'owner' or ${permission} = any (r.permissions)))`;

/**
 * People with an account of the institution who can open a report, as `visibleTo` in find-report.ts says for each of
 * them: its owner, those it is shared with, and people who share reports.
 */
export const isReader = ({ institutionId, id }: Report): SQL => {
  const shared = sql`saved_report_roles s where s.institution_id = ${institutionId} and s.report_id = ${id}`;
  return sql`a.disabled_at is null and ${holds(institutionId, 'reports.view')} and (
    exists (select from saved_reports o where o.institution_id = ${institutionId} and o.id = ${id} and o.account_id = a.id)
    or exists (select from ${shared} and exists (select from memberships m where m.institution_id = s.institution_id
      and m.role_id = s.role_id and m.account_id = a.id and m.suspended_at is null))
    or (exists (select from ${shared}) and ${holds(institutionId, 'reports.share')}))`;
};

import { eq, sql } from 'drizzle-orm';
import { can, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import type { Opened } from '#kernel/edit/edit.ts';
import { NotAllowed } from '#kernel/errors.ts';
import { roles } from '#kernel/identity.schema.ts';
import { withTable } from '#kernel/database/with-table.ts';
import { findReport } from './find-report.ts';

export interface SharingPage {
  report: { id: number; name: string };
  roles: { id: number; name: string; mayRun: boolean }[];
  shared: number[];
  opened: Opened;
}

/** The roles that a report is and can be shared with. */
export async function sharingOf(db: Db, actor: Actor, reportId: number) {
  const report = await findReport(db, actor, reportId);
  const { institutionId, id, name } = report;
  if (!can(actor, 'reports.share', institutionId)) throw new NotAllowed();
  const found = await db
    .select({
      id: roles.id,
      name: roles.name,
      mayRun: sql<boolean>`${roles.key} = 'owner' or 'reports.view' = any (${roles.permissions})`,
      isShared: sql<boolean>`exists (select from saved_report_roles s where s.institution_id = ${withTable(roles.institutionId)}
        and s.role_id = ${withTable(roles.id)} and s.report_id = ${id})`,
    })
    .from(roles)
    .where(eq(roles.institutionId, institutionId))
    .orderBy(roles.id);
  return {
    report: { id, name },
    roles: found.map(({ isShared: _, ...role }) => role),
    shared: found.filter(({ isShared }) => isShared).map((role) => role.id),
  };
}

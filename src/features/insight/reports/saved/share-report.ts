import { and, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import type { Tx } from '#kernel/database.ts';
import { edits } from '#kernel/edit/edit.ts';
import { editRecord } from '#kernel/edit/edit-record.ts';
import { ValidationError } from '#kernel/errors.ts';
import { roles } from '#kernel/identity.schema.ts';
import { id, list } from '#kernel/schemas.ts';
import { savedReportRoles, savedReports } from '../reports.schema.ts';
import { lockReport } from './find-report.ts';

export const ShareReport = edits(z.object({ roles: list(id) }));

/** Shares a report with roles of its institution. What each reader sees depends on the reader. */
export const shareReport = editRecord({
  action: 'reports.share',
  type: 'saved_report',
  table: savedReports,
  may: 'reports.share',
  fields: ShareReport,
  async lock(tx, actor, reportId) {
    const report = await lockReport(tx, actor, reportId);
    return { ...report, roles: await rolesOf(tx, report) };
  },
  sets: ['roles'],
  check: ({ tx, before, values }) => refuseForeign(tx, before.institutionId, values.roles),
  async alsoWrite({ tx, before: { institutionId, id: reportId }, values }) {
    await tx
      .delete(savedReportRoles)
      .where(and(eq(savedReportRoles.institutionId, institutionId), eq(savedReportRoles.reportId, reportId)));
    const rows = values.roles.map((roleId) => ({ institutionId, reportId, roleId }));
    if (rows.length) await tx.insert(savedReportRoles).values(rows);
  },
  nameOf: ({ before }) => `the report “${before.name}”`,
});

async function rolesOf(tx: Tx, { institutionId, id: reportId }: { institutionId: number; id: number }) {
  const found = await tx
    .select({ id: savedReportRoles.roleId })
    .from(savedReportRoles)
    .where(and(eq(savedReportRoles.institutionId, institutionId), eq(savedReportRoles.reportId, reportId)))
    .orderBy(savedReportRoles.roleId);
  return found.map((role) => role.id!);
}

async function refuseForeign(tx: Tx, institutionId: number, wanted: number[]): Promise<void> {
  if (wanted.length === 0) return;
  const known = await tx
    .select({ id: roles.id })
    .from(roles)
    .where(and(eq(roles.institutionId, institutionId), inArray(roles.id, wanted)))
    .for('key share');
  if (known.length < new Set(wanted).size)
    throw new ValidationError('roles', 'A role doesn’t exist any more. Choose from the list.');
}

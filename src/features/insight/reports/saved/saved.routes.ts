import { z } from 'zod';
import { openedOf } from '#kernel/edit/edit.ts';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { reportRegistry } from '../engine/usable-fields.ts';
import { reportListPage, reportSharingPage } from '../reports.pages.ts';
import { reportList } from './reports.list.ts';
import {
  takeOverReport,
  lockReport,
  permissionToChange,
  copyReport,
  ShareReport,
  shareReport,
  sharingOf,
} from './change-reports.ts';
import { institutionsWhere, allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { type Tx, hasKey } from '#kernel/database.ts';
import { savedReports } from '../reports.schema.ts';
import { tellEndOfSchedules } from '../schedules/change-schedules.ts';

const params = z.object({ savedReportId: id });
const one = '/reports/:savedReportId';
const change = may('reports.create', 'reports.share');
const share = may('reports.share');

/** The list of saved reports and graphs, and what is done to one of them. */
export function savedRoutes(app: App): void {
  const known = reportRegistry(app.product.reports);

  app.get(
    '/reports',
    { config: may('reports.view'), schema: { querystring: reportList.Filter } },
    async (request, reply) => {
      const { rows, ...props } = await reportList.props(request, (_, actor) => ({
        can: { create: institutionsWhere(actor, 'reports.create').length > 0 },
      }));
      return reply.page(reportListPage, {
        ...props,
        rows: rows.map(({ subject, ...row }) => ({ ...row, about: known.get(subject)?.subject.label ?? '' })),
      });
    },
  );

  app.post(`${one}/copy`, { config: { ...may('reports.create'), once: true }, schema: { params } }, (request, reply) =>
    reply.once(async (tx, actor) => {
      const copy = await copyReport(tx, actor, request.params.savedReportId);
      return { flash: `${copy.name} was added to your reports.`, go: '/reports' };
    }),
  );

  app.post(`${one}/delete`, { config: change, schema: { params } }, async (request, reply) => {
    const name = await request.write((tx, actor) => deleteReport(tx, actor, request.params.savedReportId));
    return reply.flash(`${name} was deleted.`).seeOther('/reports');
  });

  app.get(`${one}/sharing`, { config: share, schema: { params } }, async (request, reply) => {
    const page = await request.snapshot((tx, actor) => sharingOf(tx, actor, request.params.savedReportId));
    return reply.page(reportSharingPage, { ...page, opened: openedOf(ShareReport, { roles: page.shared }) });
  });

  app.post(`${one}/sharing`, { config: share, schema: { params, body: ShareReport } }, async (request, reply) => {
    const { savedReportId } = request.params;
    const { name } = await request.write((tx, actor) => shareReport(tx, actor, savedReportId, request.body));
    return reply.flash(`The sharing of ${name} was saved.`).seeOther('/reports');
  });

  app.post(`${one}/take-over`, { config: share, schema: { params } }, async (request, reply) => {
    const name = await request.write((tx, actor) => takeOverReport(tx, actor, request.params.savedReportId));
    return reply.flash(`${name} is your report now.`).seeOther('/reports');
  });
}

/** Deletes a saved report for everyone it is shared with. Returns its name. */
async function deleteReport(tx: Tx, actor: Actor, reportId: number): Promise<string> {
  const report = await lockReport(tx, actor, reportId);
  const { institutionId, id, name, description, definition } = report;
  allow(actor, permissionToChange(actor, report), institutionId);
  await tellEndOfSchedules(tx, actor, report);
  await tx.delete(savedReports).where(hasKey(savedReports, institutionId, id));
  await record(tx, actor, 'reports.delete', {
    institutionId,
    summary: `deleted the report “${name}”`,
    subject: { type: 'saved_report', id },
    details: { name, description, definition },
  });
  return name;
}

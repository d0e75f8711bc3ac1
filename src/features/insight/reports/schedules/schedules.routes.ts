import { z } from 'zod';
import { openedOf } from '#kernel/edit/edit.ts';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { reportSchedulePage, scheduleListPage } from '../reports.pages.ts';
import { addSchedule, ScheduleFields, whenOf, editSchedule, EditSchedule, findSchedule } from './change-schedules.ts';
import { readerChoices, savedScheduleForm, scheduleForm } from './schedule-form.queries.ts';
import { scheduleList } from './schedules.list.ts';
import { whenText } from './when.ts';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { type Tx, hasKey } from '#kernel/database.ts';
import { reportSchedules } from '../reports.schema.ts';

const params = z.object({ savedReportId: id });
const ofSchedule = z.object({ id });
const config = may('reports.create', 'reports.share');
const Search = z.object({ q: z.string().trim().max(100).default('') });

/** Reports that are sent again and again. */
export function scheduleRoutes(app: App): void {
  app.get('/report-schedules', { config, schema: { querystring: scheduleList.Filter } }, async (request, reply) =>
    reply.page(scheduleListPage, await scheduleList.props(request)),
  );

  app.get('/reports/:savedReportId/schedule', { config, schema: { params } }, async (request, reply) => {
    const form = await request.snapshot((tx, actor) => scheduleForm(tx, actor, request.params.savedReportId));
    return reply.page(reportSchedulePage, form);
  });

  app.get(
    '/reports/:savedReportId/readers',
    { config: { ...config, isHeavy: true }, schema: { params, querystring: Search } },
    async (request, reply) => {
      const { savedReportId } = request.params;
      return reply.send(
        await request.snapshot((tx, actor) => readerChoices(tx, actor, savedReportId, request.query.q)),
      );
    },
  );

  app.post(
    '/reports/:savedReportId/schedule',
    { config: { ...config, once: true }, schema: { params, body: ScheduleFields } },
    (request, reply) =>
      reply.once(async (tx, actor) => {
        const { savedReportId } = request.params;
        const when = await addSchedule(tx, actor, savedReportId, request.body);
        return { flash: `The schedule was saved: ${when}.`, go: `/report-schedules?report=${savedReportId}` };
      }),
  );

  app.get('/report-schedules/:id/edit', { config, schema: { params: ofSchedule } }, async (request, reply) => {
    const form = await request.snapshot((tx, actor) => savedScheduleForm(tx, actor, request.params.id));
    return reply.page(reportSchedulePage, { ...form, opened: openedOf(EditSchedule, form.schedule.values) });
  });

  app.post(
    '/report-schedules/:id',
    { config, schema: { params: ofSchedule, body: EditSchedule } },
    async (request, reply) => {
      const { reportId } = await request.write((tx, actor) => editSchedule(tx, actor, request.params.id, request.body));
      const when = whenText(whenOf(request.body));
      return reply.flash(`The schedule was saved: ${when}.`).seeOther(`/report-schedules?report=${reportId}`);
    },
  );

  app.post('/report-schedules/:id/delete', { config, schema: { params: ofSchedule } }, async (request, reply) => {
    const name = await request.write((tx, actor) => deleteSchedule(tx, actor, request.params.id));
    return reply.flash(`A schedule of ${name} was deleted.`).seeOther('/report-schedules');
  });
}

/** Ends a schedule: its own owner, and those who may change the report. Returns the report’s name. */
async function deleteSchedule(tx: Tx, actor: Actor, scheduleId: number): Promise<string> {
  const found = await findSchedule(tx, actor, scheduleId, true);
  const { institutionId, id, reportId, name } = found;
  await tx.delete(reportSchedules).where(hasKey(reportSchedules, institutionId, id));
  await record(tx, actor, 'reports.unschedule', {
    institutionId,
    summary: `ended a schedule of the report “${name}”: ${whenText(found)}`,
    subject: { type: 'saved_report', id: reportId },
  });
  return name;
}

import { z } from 'zod';
import { record } from '#kernel/audit.ts';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { termsOf } from '#kernel/contracts/terminology.ts';
import { today, formatDay } from '#kernel/dates.ts';
import type { Db } from '#kernel/database.ts';
import { id, queryParam } from '#kernel/schemas.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { letterheadOf } from '#features/school/institutions/letterhead.queries.ts';
import { may, type App, drawing } from '#web/routes.ts';
import { monthPage } from '../attendance.pages.ts';
import { seeingRegisters } from '../registers/place.queries.ts';
import { registerCourses } from './courses.queries.ts';
import { monthRegister, type MonthRegister } from './month-register.ts';
import type { MonthFile } from './month-register.pdf.ts';
import { periodFields } from './day-columns.ts';
import { type Cell, type ExportColumn, studentColumns } from '#kernel/export/columns.ts';
import { type ExportedTable, computedRows } from '#kernel/export/export-table.ts';
import { percentOf, periodName, sexNames } from './period-figures.ts';

const params = z.object({ batchId: id });
const querystring = z.object({ ...viewFields, ...periodFields, offering: queryParam(id) });
type Query = z.infer<typeof querystring>;
const at = '/registers/:batchId/month';
const seeing = may(...seeingRegisters);
const layout = new URL('./month-register.pdf.ts', import.meta.url);

const find = (db: Db, actor: Actor, batchId: number, { month, week, offering }: Query) =>
  monthRegister(db, actor, {
    batchId,
    month,
    week,
    offeringId: offering ?? null,
    now: today(actor.institutions[0]?.timeZone ?? 'Africa/Lagos'),
  });
const batchTerm = (actor: Actor, institutionId: number) =>
  termsOf(membershipIn(actor, institutionId)!.terminology).batch;

/** The register of a month or a week: on screen, on paper, as a table. */
export function monthRoutes(app: App): void {
  const { files } = app.services;

  app.get(at, { config: seeing, schema: { params, querystring } }, async (request, reply) => {
    const props = await request.snapshot(async (db, actor) => {
      const register = await find(db, actor, request.params.batchId, request.query);
      const isByLesson = register.taken === 'lessons' || register.offeringId !== null;
      return { register, courses: isByLesson ? await registerCourses(db, register) : [] };
    });
    return reply.page(monthPage, props);
  });

  app.get(`${at}.pdf`, drawing(seeing, { params, querystring }), async (request, reply) => {
    const data = await request.write(async (tx, actor): Promise<MonthFile> => {
      const register = await find(tx, actor, request.params.batchId, request.query);
      const { institutionId, batchId, batch, period } = register;
      await record(tx, actor, 'attendance.printMonth', {
        institutionId,
        summary: `printed the register of ${batch}, ${periodName(period)}`,
        subject: { type: 'batch', id: batchId },
      });
      const letterhead = await letterheadOf(tx, files, institutionId);
      return { letterhead, register, batchTerm: batchTerm(actor, institutionId) };
    });
    const { batch, period } = data.register;
    return reply.pdf({ title: `register ${batch} ${periodName(period)}`, layout, data });
  });

  for (const format of ['csv', 'xlsx'] as const)
    app.get(
      `${at}.${format}`,
      { config: seeing, schema: { params, querystring }, exposeHeadRoute: false },
      (request, reply) =>
        reply.table(format, async (actor, tx) => {
          const register = await find(tx, actor, request.params.batchId, request.query);
          return exportMonth(register, batchTerm(actor, register.institutionId));
        }),
    );
}

const figure = (header: string): ExportColumn => ({ header, kind: 'number', width: 10 });

/** The register as a table: a row for each student, a column for each day. */
function exportMonth(register: MonthRegister, batchTerm: string): ExportedTable {
  const { institutionId, batchId, batch, course, period, columns, groups } = register;
  const names = sexNames(batchTerm);
  const days = columns.map(({ onDate, closed }): ExportColumn => ({
    header: formatDay(onDate),
    kind: 'text',
    width: 12,
    ...(closed && { header: `${formatDay(onDate)} (${closed})` }),
  }));
  const cells = groups.flatMap(({ sex, rows }) =>
    rows.map((row): Cell[] => [
      row.number,
      row.name,
      names[sex],
      ...row.cells,
      row.present,
      row.absent,
      row.late,
      row.called,
      row.called === 0 ? null : Number(percentOf(row.present, row.called)),
    ]),
  );
  return {
    title: `Register ${batch}`,
    counted: () => `the register of ${[batch, course].filter(Boolean).join(', ')}, ${periodName(period)}`,
    action: 'attendance.exportMonth',
    filter: { batch: batchId, from: period.from, to: period.to },
    institutionIds: [institutionId],
    subject: { type: 'batch', id: batchId },
    columns: [
      ...studentColumns,
      { header: 'Gender', kind: 'text', width: 10 },
      ...days,
      ...['Times present', 'Times absent', 'Times late', 'Times called', 'Percent'].map(figure),
    ],
    rows: computedRows(institutionId, cells),
  };
}

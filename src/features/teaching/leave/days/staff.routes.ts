import { allowedForOwnFamily } from '#kernel/own-family/rule.ts';
import { z } from 'zod';
import { day, id, queryParam } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { staffDayPage, staffMonthPage } from '../leave.pages.ts';
import { exportStaffMonth, staffMonthProps } from './month.queries.ts';
import { TakeStaffRegister, takeStaffRegister, staffDayProps } from './take-staff-register.ts';

const View = z.object({ institution_id: queryParam(id), academic_session: queryParam(id) });
const take = may('staffAttendance.take');
const see = may('staffAttendance.take', 'staffAttendance.view');
const month = z.string().regex(/^(19|20|21)\d\d-(0[1-9]|1[0-2])$/, 'Choose a month, such as 2026-11.');

/** The daily register of employees. */
export function staffRoutes(app: App): void {
  app.get(
    '/staff-attendance',
    { config: see, schema: { querystring: View.extend({ day: queryParam(day) }) } },
    async (request, reply) =>
      reply.page(staffDayPage, await request.read((db, actor) => staffDayProps(db, actor, request.query))),
  );
  app.post(
    '/staff-attendance',
    {
      config: {
        ...take,
        ...allowedForOwnFamily('One person marks everyone who came in, and all entries are logged.'),
      },
      schema: { body: TakeStaffRegister },
    },
    async (request, reply) => {
      const changed = await request.write((tx, actor) => takeStaffRegister(tx, actor, request.body));
      return reply.send({ changed });
    },
  );
  app.get(
    '/staff-attendance/month',
    { config: see, schema: { querystring: View.extend({ month: queryParam(month) }) } },
    async (request, reply) =>
      reply.page(staffMonthPage, await request.read((db, actor) => staffMonthProps(db, actor, request.query))),
  );
  for (const format of ['csv', 'xlsx'] as const)
    app.get(
      `/staff-attendance/month.${format}`,
      { config: see, schema: { querystring: View.extend({ month: queryParam(month) }) } },
      (request, reply) => reply.table(format, (actor) => exportStaffMonth(actor, request.query)),
    );
}

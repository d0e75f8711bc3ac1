import { z } from 'zod';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { maySeeDays } from '../cashier.access.ts';
import { dayListPage, dayPage } from '../cashier.pages.ts';
import { ApproveDay, approveDay, findDay } from './approve-day.ts';
import { CloseDay, closeDay, RecountDay, recountDay } from './close-day.ts';
import { dayList } from './days.list.ts';
import { denominations } from './denominations.ts';
import { daySheetData } from './day-sheet.ts';
import { OpenDay, openDay } from './open-day.ts';

const params = z.object({ id });

/** Days of cashiers: opened with a float, counted, closed and approved. */
export function dayRoutes(app: App): void {
  app.get(
    '/cashier-days',
    { config: may(...maySeeDays), schema: { querystring: dayList.Filter } },
    async (request, reply) => reply.page(dayListPage, await dayList.props(request)),
  );

  app.post(
    '/cashier-days',
    { config: { ...may('payments.take'), once: true }, schema: { body: OpenDay } },
    (request, reply) => reply.once(async (tx, actor) => ({ send: { id: await openDay(tx, actor, request.body) } })),
  );

  app.get('/cashier-days/:id', { config: may(...maySeeDays), schema: { params } }, async (request, reply) => {
    const day = await request.snapshot((tx, actor) => findDay(tx, actor, request.params.id));
    return reply.page(dayPage, { ...day, notes: denominations[day.currency] ?? [] });
  });

  app.get('/cashier-days/:id/sheet.pdf', { config: may(...maySeeDays), schema: { params } }, async (request, reply) => {
    const data = await request.snapshot((tx, actor) => daySheetData(tx, actor, app.services.files, request.params.id));
    return reply.pdf({
      title: `cashier session ${data.day}`,
      layout: new URL('./day-sheet.pdf.ts', import.meta.url),
      data,
    });
  });

  app.post(
    '/cashier-days/:id/close',
    { config: { ...may('payments.take'), once: true }, schema: { params, body: CloseDay } },
    (request, reply) =>
      reply.once(async (tx, actor) => {
        const differs = await closeDay(tx, actor, request.params.id, request.body);
        return {
          go: `/cashier-days/${request.params.id}`,
          flash: differs
            ? 'The session is closed with a difference. You can count again until the bursar approves it.'
            : 'The session is closed. The bursar can approve it now.',
        };
      }),
  );

  app.post(
    '/cashier-days/:id/recount',
    { config: { ...may('payments.take'), once: true }, schema: { params, body: RecountDay } },
    (request, reply) =>
      reply.once(async (tx, actor) => {
        const differs = await recountDay(tx, actor, request.params.id, request.body);
        return {
          go: `/cashier-days/${request.params.id}`,
          flash: differs ? 'Counted again. A difference remains.' : 'Counted again. All channels match.',
        };
      }),
  );

  app.post(
    '/cashier-days/:id/approve',
    { config: { ...may('payments.approveDay'), once: true }, schema: { params, body: ApproveDay } },
    (request, reply) =>
      reply.once(async (tx, actor) => {
        await approveDay(tx, actor, request.params.id, request.body);
        return { go: `/cashier-days/${request.params.id}`, flash: 'The session is approved.' };
      }),
  );
}

import { allowedForOwnFamily } from '#kernel/own-family/rule.ts';
import { z } from 'zod';
import { can, institutionsInView, institutionsWhere, membershipIn } from '#kernel/actor.ts';
import { today } from '#kernel/dates.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { day, id, queryParam } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { registerPage, registersPage } from '../attendance.pages.ts';
import { ownBoard, wholeBoard, dayFigures } from './own-registers.card.ts';
import { seeingRegisters, takingRegisters, untimedLessons } from './place.queries.ts';
import { registerSheet } from './register-page.queries.ts';
import { SaveRegister, saveRegister } from './save-register.ts';

const Day = z.object({
  ...viewFields,
  date: queryParam(day),
  missing: queryParam(z.stringbool()),
  q: queryParam(z.string().trim().max(60)),
});
const Which = z.object({
  date: queryParam(day),
  sitting: z.coerce.number().int().min(0).max(60).default(1),
  offering: queryParam(id),
});

/** Registers of a day, and one of them. */
export function registerRoutes(app: App): void {
  app.get('/registers', { config: may(...seeingRegisters), schema: { querystring: Day } }, async (request, reply) => {
    const { institution_id: wanted, date, missing: missingOnly = false, q = '' } = request.query;
    const props = await request.snapshot(async (db, actor) => {
      const [place] = institutionsWhere(actor, ...seeingRegisters).filter((one) => !wanted || one === wanted);
      const now = today(place ? membershipIn(actor, place)!.timeZone : 'Africa/Lagos');
      const onDate = date ?? now;
      const seesAll = institutionsWhere(actor, 'attendance.view', 'attendance.take').some(
        (one) => !wanted || one === wanted,
      );
      const [own, board, figures, untimed] = await Promise.all([
        ownBoard(db, actor, onDate, wanted),
        seesAll ? wholeBoard(db, actor, { onDate, wanted, missingOnly, q }) : null,
        seesAll ? dayFigures(db, actor, onDate, wanted) : null,
        untimedLessons(db, actor, { onDate, today: now, wanted, q }),
      ]);
      const [institutionId, ...others] = institutionsInView(actor, wanted, 'attendance.view');
      const canMessage =
        onDate === now && institutionId && others.length === 0 && can(actor, 'messages.send', institutionId);
      return {
        onDate,
        today: now,
        own,
        board,
        figures,
        untimed,
        filter: { missing: missingOnly, q },
        messageIn: canMessage ? institutionId : null,
      };
    });
    return reply.page(registersPage, props);
  });

  app.get(
    '/registers/:batchId',
    { config: may(...seeingRegisters), schema: { params: z.object({ batchId: id }), querystring: Which } },
    async (request, reply) => {
      const { date, sitting, offering } = request.query;
      const sheet = await request.snapshot((db, actor) =>
        registerSheet(db, actor, {
          batchId: request.params.batchId,
          onDate: date ?? today(actor.institutions[0]?.timeZone ?? 'Africa/Lagos'),
          sitting,
          offeringId: offering ?? null,
        }),
      );
      return reply.page(registerPage, { sheet });
    },
  );

  app.post(
    '/registers',
    {
      config: {
        ...may(...takingRegisters, 'attendance.correct'),
        ...allowedForOwnFamily('A class teacher marks the whole class. Reasons for absence are decided by others.'),
      },
      schema: { body: SaveRegister },
    },
    async (request, reply) => reply.send(await request.write((tx, actor) => saveRegister(tx, actor, request.body))),
  );
}

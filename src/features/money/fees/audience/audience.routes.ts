import { z } from 'zod';
import { allow } from '#kernel/actor.ts';
import { id, ids, choice, emptyIsNull } from '#kernel/schemas.ts';
import { serveChoices } from '#features/records/people/serve-choices.ts';
import { may, type App } from '#web/routes.ts';
import { studentChoices } from '#features/people/students/student-kind.ts';
import { audienceRows, genders, newOrReturning } from './audience-input.ts';
import { audienceOfRows, countStudents } from './audience.ts';

/** Who a fee is for, as its form asks it. */
export const audienceFields = {
  programs: ids(100),
  classes: ids(200),
  batches: ids(500),
  categories: ids(100),
  joined: emptyIsNull(choice(newOrReturning)),
  gender: emptyIsNull(choice(genders)),
  options: ids(200),
  students: ids(2000),
};

const Asked = z.object({ institution_id: id, sessionId: id, ...audienceFields });

export function audienceRoutes(app: App): void {
  serveChoices(app, '/fees/student-options', 'fees.edit', studentChoices);

  /** How many students the fee in an open form is for. */
  app.get(
    '/fees/audience',
    { config: { ...may('fees.edit'), isHeavy: true }, schema: { querystring: Asked } },
    async (request, reply) => {
      const { institution_id: institutionId, sessionId, ...input } = request.query;
      const students = await request.read(async (db, actor) => {
        allow(actor, 'fees.edit', institutionId);
        return countStudents(db, audienceOfRows(institutionId, sessionId, audienceRows(input)));
      });
      return reply.send({ students });
    },
  );
}

import { z } from 'zod';
import { allow } from '#kernel/actor.ts';
import { id } from '#kernel/schemas.ts';
import { serveChoices } from '#features/records/people/serve-choices.ts';
import { may, type App } from '#web/routes.ts';
import { studentChoices } from '#features/people/students/student-choices.ts';
import { audienceFields } from './audience-fields.ts';
import { audienceRows } from './audience-words.ts';
import { audienceOfRows, countStudents } from './audience.ts';

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

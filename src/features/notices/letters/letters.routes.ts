import { z } from 'zod';
import { institutionsInView, institutionsWhere, membershipIn } from '#kernel/actor.ts';
import { NotAllowed } from '#kernel/errors.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { fieldsFor, messageFields } from '#features/messages/fields/merge-fields.ts';
import { batchChoices } from '#features/structure/choices.queries.ts';
import { may, type App } from '#web/routes.ts';
import { lettersPage } from '../notices.pages.ts';
import { letterData, PrintLetters } from './letter-data.ts';

const config = may('messages.send');

/** Letters on paper, for families without a phone number and e-mail address. */
export function letterRoutes(app: App): void {
  app.get('/letters', { config, schema: { querystring: z.object(viewFields) } }, async (request, reply) => {
    const props = await request.read(async (db, actor) => {
      const [institutionId] = institutionsInView(actor, request.query.institution_id, 'messages.send');
      if (institutionId === undefined) throw new NotAllowed();
      const { rows: batches } = await batchChoices(db, actor, institutionId);
      return {
        institutionId,
        institutions: institutionsWhere(actor, 'messages.send').map((id) => ({
          id,
          name: membershipIn(actor, id)!.name,
        })),
        batches: batches.map(({ id, name }) => ({ id, name })),
        fields: fieldsFor('guardians').map((key) => ({ key, label: messageFields[key].label })),
        author: actor.name,
      };
    });
    return reply.page(lettersPage, props);
  });

  // A POST, because it prints what was typed and is recorded.
  app.post(
    '/letters/print',
    { config: { ...config, takesForm: true, isHeavy: true }, schema: { body: PrintLetters } },
    async (request, reply) => {
      const data = await request.write((tx, actor) => letterData(tx, actor, app.services.files, request.body));
      return reply.pdf({ title: 'letters', layout: new URL('./letters.pdf.ts', import.meta.url), data });
    },
  );
}

import { z } from 'zod';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { DraftOf, dropDraft, findDraft, formName, KeepDraft, keepDraft, type FormName } from './drafts.ts';

/** Drafts of long forms, visible only to their authors. */
export function peopleRoutes(app: App): void {
  const config = may('signedIn');

  app.get(
    '/drafts',
    { config, schema: { querystring: z.object({ form: formName, institution_id: id }) } },
    async (request, reply) => {
      const { form, institution_id: institutionId } = request.query;
      const draft = await request.read((db, actor) => findDraft(db, actor, institutionId, form));
      return reply.send({ draft: draft && { ...draft.content, at: draft.at } });
    },
  );

  app.post('/drafts', { config, schema: { body: KeepDraft } }, async (request, reply) => {
    await request.write((tx, actor) => keepDraft(tx, actor, request.body));
    return reply.send({});
  });

  app.post('/drafts/remove', { config, schema: { body: DraftOf } }, async (request, reply) => {
    const { institutionId, form } = request.body;
    await request.write((tx, actor) => dropDraft(tx, actor, institutionId, form as FormName));
    return reply.send({});
  });
}

import { z } from 'zod';
import { id } from '#kernel/schemas.ts';
import { countOf } from '#ui/format.ts';
import { may, type App } from '#web/routes.ts';
import { composePageOf } from '../messages.pages.ts';
import { maySend } from '../messages.policy.ts';
import { approvedTemplates, AskTemplates, whatsappProvider } from '../whatsapp/approved-templates.ts';
import { ComposeFields, SaveMessage } from './compose-fields.ts';
import { composePage } from './compose-page.queries.ts';
import { LetReceive, letReceive } from './let-receive.ts';
import { previewOf } from './preview.queries.ts';
import { AskRecipients, recipientsOf } from './recipients.queries.ts';
import { AskSample, sampleOf } from './sample.queries.ts';
import { saveMessage } from './save-message.ts';
import { StartOfMessage } from './start.ts';
import { TestMessage, testMessage } from './test-message.ts';

const config = may(...maySend);
const heavy = { ...config, isHeavy: true };

/** Writing a message: to whom, what it says, what it would cost, and sending it. */
export function composeRoutes(app: App): void {
  app.get('/messages/new', { config, schema: { querystring: StartOfMessage } }, async (request, reply) =>
    reply.page(composePageOf, await request.snapshot((tx, actor) => composePage(tx, actor, request.query))),
  );

  app.get('/messages/:id/edit', { config, schema: { params: z.object({ id }) } }, async (request, reply) => {
    const none = StartOfMessage.parse({});
    return reply.page(
      composePageOf,
      await request.snapshot((tx, actor) => composePage(tx, actor, none, request.params.id)),
    );
  });

  // Questions; each a POST, because a text and its recipients are too long for an address.
  app.post('/messages/preview', { config: heavy, schema: { body: ComposeFields } }, async (request, reply) =>
    reply.send(await request.snapshot((tx, actor) => previewOf(tx, actor, request.body))),
  );
  app.post('/messages/recipients', { config: heavy, schema: { body: AskRecipients } }, async (request, reply) =>
    reply.send(await request.snapshot((tx, actor) => recipientsOf(tx, actor, request.body))),
  );
  app.post('/messages/sample', { config: heavy, schema: { body: AskSample } }, async (request, reply) =>
    reply.send({ sample: await request.snapshot((tx, actor) => sampleOf(tx, actor, request.body)) }),
  );

  app.post(
    '/messages/receivers',
    { config: { ...may('guardians.edit'), isHeavy: true }, schema: { body: LetReceive } },
    async (request, reply) => {
      const changed = await request.write((tx, actor) => letReceive(tx, actor, request.body));
      return reply.send({ changed, message: `${countOf(changed, 'guardian')} can now receive SMS.` });
    },
  );

  app.get(
    '/messages/whatsapp-templates',
    { config: heavy, schema: { querystring: AskTemplates } },
    async (request, reply) => {
      const institutionId = request.query.institution_id;
      const found = await request.read((db, actor) => whatsappProvider(db, actor, institutionId));
      return reply.send(await approvedTemplates(app.services, found));
    },
  );

  app.post('/messages/test', { config: { ...heavy, once: true }, schema: { body: TestMessage } }, (request, reply) =>
    reply.once(async (tx, actor) => ({ send: { message: await testMessage(tx, actor, request.body) } })),
  );

  app.post('/messages', { config: { ...heavy, once: true }, schema: { body: SaveMessage } }, (request, reply) =>
    reply.once(async (tx, actor) => ({
      send: await saveMessage(tx, actor, request.body, app.services.environment?.publicUrl ?? null),
    })),
  );
}

import { z } from 'zod';
import { id, queryParam } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { switchesPage } from '../contact.pages.ts';
import { PreviewCell, previewCell } from './preview.ts';
import { SaveSwitch, saveSwitch, ContactSettings, saveSettings, switchesProps } from './save-settings.ts';

const View = z.object({ institution_id: queryParam(id), academic_session: z.unknown().optional() });
const setting = may('contact.switches');
const pageOf = (institutionId: number) => `/message-switches?institution_id=${institutionId}`;

/** Which events write to whom. */
export function switchRoutes(app: App): void {
  const { events } = app.product;

  app.get('/message-switches', { config: setting, schema: { querystring: View } }, async (request, reply) =>
    reply.page(
      switchesPage,
      await request.read((db, actor) => switchesProps(db, actor, events, request.query.institution_id)),
    ),
  );

  app.get(
    '/message-switches/preview',
    { config: { ...setting, isHeavy: true }, schema: { querystring: PreviewCell } },
    async (request, reply) =>
      reply
        .header('Cache-Control', 'no-store')
        .send(await request.snapshot((tx, actor) => previewCell(tx, actor, events, request.query))),
  );

  app.post('/message-switches/cell', { config: setting, schema: { body: SaveSwitch } }, async (request, reply) => {
    const what = await request.write((tx, actor) => saveSwitch(tx, actor, events, request.body));
    return reply.flash(`Saved: ${what}.`).seeOther(pageOf(request.body.institution_id));
  });

  app.post('/message-switches', { config: setting, schema: { body: ContactSettings } }, async (request, reply) => {
    await request.write((tx, actor) => saveSettings(tx, actor, request.body));
    return reply.flash('Saved.').seeOther(pageOf(request.body.institution_id));
  });
}

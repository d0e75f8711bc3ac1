import { z } from 'zod';
import { ValidationError } from '#kernel/errors.ts';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { messageProvidersPage } from '../sending.pages.ts';
import { kindNames } from '../sending.ts';
import { SaveProvider, saveProvider } from './save-provider.ts';
import { SetBudget, setBudget, SetHours, setHours } from './set-limits.ts';
import { AddNetworks, addNetworks, SetPrice, setPrice } from './set-prices.ts';
import { kindForms, messageProvidersProps } from './settings.queries.ts';
import * as change from './switch-provider.ts';

const setting = may('sending.settings');
const sensitive = { ...setting, confirm: true };
const View = z.object({ institution_id: id.optional(), academic_session: z.unknown().optional() });
const AskBalance = z.object({ institution_id: id, provider_id: id });
const pageOf = (institutionId: number) => `/message-providers?institution_id=${institutionId}`;

/** Who sends SMS, e-mail and WhatsApp, when, and at what price. */
export function settingsRoutes(app: App): void {
  const { services } = app;

  app.get('/message-providers', { config: setting, schema: { querystring: View } }, async (request, reply) => {
    const asked = {
      wanted: request.query.institution_id,
      origin: await request.publicOrigin(),
      forms: await kindForms(),
    };
    return reply.page(messageProvidersPage, await request.read((db, actor) => messageProvidersProps(db, actor, asked)));
  });

  app.post('/message-providers/save', { config: sensitive, schema: { body: SaveProvider } }, async (request, reply) => {
    const { body } = request;
    const asked = await request.write((tx, actor) => saveProvider(tx, actor, services, body));
    return reply
      .flash(asked?.message ?? `The settings of ${kindNames[body.kind]} are saved.`)
      .seeOther(pageOf(body.institution_id));
  });

  app.post(
    '/message-providers/switch',
    { config: sensitive, schema: { body: change.SwitchProvider } },
    async (request, reply) => {
      const { body } = request;
      const asked = await request.write((tx, actor) => change.switchProvider(tx, actor, body));
      return reply
        .flash(asked?.message ?? (body.is_on ? 'Switched on.' : 'Switched off.'))
        .seeOther(pageOf(body.institution_id));
    },
  );

  app.post(
    '/message-providers/test',
    { config: setting, schema: { body: change.SendTest } },
    async (request, reply) => {
      const { body } = request;
      const test = await request.write((tx, actor) => change.prepareTest(tx, actor, body));
      return reply.flash(await change.sendTest(services, test)).seeOther(pageOf(body.institution_id));
    },
  );

  app.post('/message-providers/balance', { config: setting, schema: { body: AskBalance } }, async (request, reply) => {
    const { institution_id: institutionId, provider_id: providerId } = request.body;
    await request.write((tx, actor) => change.lockProvider(tx, actor, institutionId, providerId));
    const trouble = await change.askBalance(services, institutionId, providerId);
    if (trouble) throw new ValidationError('form', trouble);
    return reply.flash('The balance was checked.').seeOther(pageOf(institutionId));
  });

  app.post('/message-providers/hours', { config: setting, schema: { body: SetHours } }, async (request, reply) => {
    await request.write((tx, actor) => setHours(tx, actor, request.body));
    return reply.flash('Saved.').seeOther(pageOf(request.body.institution_id));
  });

  app.post('/message-providers/budget', { config: sensitive, schema: { body: SetBudget } }, async (request, reply) => {
    await request.write((tx, actor) => setBudget(tx, actor, request.body));
    return reply.flash('Saved.').seeOther(pageOf(request.body.institution_id));
  });

  app.post('/message-providers/prices', { config: setting, schema: { body: SetPrice } }, async (request, reply) => {
    await request.write((tx, actor) => setPrice(tx, actor, request.body));
    return reply.flash('Prices saved. They apply from the next message.').seeOther(pageOf(request.body.institution_id));
  });

  app.post(
    '/message-providers/networks',
    { config: setting, schema: { body: AddNetworks } },
    async (request, reply) => {
      await request.write((tx, actor) => addNetworks(tx, actor, request.body));
      return reply
        .flash('Networks added. Enter the price of a part for each.')
        .seeOther(pageOf(request.body.institution_id));
    },
  );
}

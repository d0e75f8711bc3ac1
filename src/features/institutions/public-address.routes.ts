import type { FastifyRequest } from 'fastify';
import { may, type App } from '#web/routes.ts';
import { publicAddressPage } from './institutions.pages.ts';
import { EditPublicAddress, learnPublicAddress, setPublicAddress, managesInstallation } from './set-public-address.ts';

const config = may('institutions.edit');

/** The public address of the installation. */
export function publicAddressRoutes(app: App): void {
  const { publicAddress } = app;

  app.get('/public-address', { config }, async (request, reply) => {
    const canEdit = await request.read((db, actor) => managesInstallation(db, actor));
    const publicUrl = await publicAddress.stored();
    return reply.page(publicAddressPage, {
      publicUrl,
      opened: { publicUrl },
      isConfigured: publicAddress.configured !== null,
      can: { edit: canEdit && publicAddress.configured === null },
    });
  });

  app.post('/public-address', { config, schema: { body: EditPublicAddress } }, async (request, reply) => {
    await request.write((tx, actor) => setPublicAddress(tx, actor, request.body));
    publicAddress.forget();
    return reply.flash('The public address was saved. The old one works for another 24 hours.').go('/public-address');
  });

  // While the address is unknown, learns it from the first change by a user who manages the whole installation.
  const heard = (request: FastifyRequest) =>
    publicAddress.isKnown() || request.method === 'GET' || !request.maybeActor
      ? null
      : publicAddress.heardFrom(request);

  // Links created by that first change already use the address.
  app.decorateRequest('heardOrigin', async function heardOrigin(this: FastifyRequest) {
    const origin = heard(this);
    return origin && (await this.read((db, actor) => managesInstallation(db, actor))) ? origin : null;
  });

  // Refused requests are ignored.
  app.addHook('onSend', (request, reply, payload, done) => {
    const origin = reply.statusCode < 400 ? heard(request) : null;
    if (!origin) return done(null, payload);
    publicAddress
      .stored()
      .then(async (known) => {
        if (known === null) await request.write((tx, actor) => learnPublicAddress(tx, actor, origin));
        publicAddress.forget();
        await publicAddress.stored();
      })
      // The change itself is saved, so the next one learns the address.
      .catch((error: Error) => request.log.error({ err: error }, 'learning the public address'))
      .finally(() => done(null, payload));
  });
}

import type { FastifyRequest } from 'fastify';
import { may, type App } from '#web/routes.ts';
import { publicAddressPage } from './institutions.pages.ts';
import { EditPublicAddress, learnPublicAddress, setPublicAddress, speaksForAll } from './set-public-address.ts';

const config = may('institutions.edit');

/** Where people open this installation. */
export function publicAddressRoutes(app: App): void {
  const { publicAddress } = app;

  app.get('/public-address', { config }, async (request, reply) => {
    const canEdit = await request.read((db, actor) => speaksForAll(db, actor));
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
    return reply.flash('The public address is saved. The old one opens for another 24 hours.').go('/public-address');
  });

  // Until somebody has said where this is: where the first person who speaks for the installation works.
  let isKnown = publicAddress.configured !== null;
  const heard = (request: FastifyRequest) =>
    isKnown || request.method === 'GET' || !request.maybeActor ? null : publicAddress.heardFrom(request);

  // A link that the first change makes begins there already.
  app.decorateRequest('heardOrigin', async function heardOrigin(this: FastifyRequest) {
    const origin = heard(this);
    return origin && (await this.read((db, actor) => speaksForAll(db, actor))) ? origin : null;
  });

  // What is refused changes nothing, and teaches nothing.
  app.addHook('onSend', (request, reply, payload, done) => {
    const origin = reply.statusCode < 400 ? heard(request) : null;
    if (!origin) return done(null, payload);
    publicAddress
      .stored()
      .then(async (known) => {
        if (known === null) await request.write((tx, actor) => learnPublicAddress(tx, actor, origin));
        publicAddress.forget();
        isKnown = (await publicAddress.stored()) !== null;
      })
      // The change itself is saved: the next one teaches the address.
      .catch((error: Error) => request.log.error({ err: error }, 'learning the public address'))
      .finally(() => done(null, payload));
  });
}

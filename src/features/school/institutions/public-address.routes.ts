import type { FastifyRequest } from 'fastify';
import { institutionsWhere } from '#kernel/actor.ts';
import { waitingChanges } from '#features/records/approvals/waiting-changes.queries.ts';
import { may, type App } from '#web/routes.ts';
import { publicAddressPage } from './institutions.queries.ts';
import {
  EditPublicAddress,
  learnPublicAddress,
  managesInstallation,
  publicAddressChange,
  setPublicAddress,
} from './set-public-address.ts';

const config = may('institutions.edit');

/** The public address of the installation. */
export function publicAddressRoutes(app: App): void {
  const { publicAddress } = app;

  app.get('/public-address', { config }, async (request, reply) => {
    const { canEdit, changes } = await request.read(async (db, actor) => {
      const ids = institutionsWhere(actor, 'institutions.edit');
      const [isManager, waiting] = await Promise.all([
        managesInstallation(db, actor),
        waitingChanges(db, actor, ids, [publicAddressChange]),
      ]);
      return { canEdit: isManager, changes: waiting };
    });
    const publicUrl = await publicAddress.stored();
    return reply.page(publicAddressPage, {
      changes,
      publicUrl,
      opened: { publicUrl },
      isConfigured: publicAddress.configured !== null,
      can: { edit: canEdit && publicAddress.configured === null },
    });
  });

  app.post(
    '/public-address',
    { config: { ...config, confirm: true }, schema: { body: EditPublicAddress } },
    async (request, reply) => {
      const asked = await request.write((tx, actor) => setPublicAddress(tx, actor, request.body));
      return reply.flash(asked?.message ?? 'This is the public address already.').seeOther('/public-address');
    },
  );

  // While the address is unknown, learns it from the first change by a user who manages the whole installation.
  const heard = (request: FastifyRequest) =>
    publicAddress.isKnown() || ['GET', 'HEAD', 'OPTIONS'].includes(request.method) || !request.maybeActor
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

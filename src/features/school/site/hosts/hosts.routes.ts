import { ValidationError } from '#kernel/errors.ts';
import { may, type App } from '#web/routes.ts';
import { acceptProof, beginProof, DecideHost, decideHost, HostOfSite, findProof, systemLookup } from './decide-host.ts';

/** Approval and proof of a site's host names. */
export function hostRoutes(app: App): void {
  const lookup = app.services.hostLookup ?? systemLookup(app.services.environment.isProduction);

  app.post(
    '/site/hosts/decide',
    { config: may('groupAdministrator'), schema: { body: DecideHost } },
    async (request, reply) => {
      const { institutionId, host, isApproved } = request.body;
      await request.write((tx, actor) => decideHost(tx, actor, request.body));
      app.publicAddress.forget();
      return reply
        .flash(isApproved ? `${host} now shows the site.` : `${host} was refused.`)
        .seeOther(`/site?institution_id=${institutionId}`);
    },
  );

  app.post('/site/hosts/prove', { config: may('site.edit'), schema: { body: HostOfSite } }, async (request, reply) => {
    const { host } = request.body;
    const token = await request.write((tx, actor) => beginProof(tx, actor, request.body));
    const proof = await findProof(lookup, host, token);
    if (!proof)
      throw new ValidationError(
        'form',
        `Neither the file nor the DNS record was found for ${host}. Check both and try again; a new record can take an hour.`,
      );
    await request.write((tx, actor) => acceptProof(tx, actor, request.body, proof));
    app.publicAddress.forget();
    return reply.send({ message: `${host} now shows the site.` });
  });
}

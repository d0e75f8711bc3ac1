import { z } from 'zod';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { approvalsPage } from './approvals.pages.ts';
import { pastApprovals, waitingApprovals } from './approvals.queries.ts';
import { approve, complete, Decline, decline, withdraw } from './decide.ts';

const params = z.object({ id });
const config = may('signedIn');
/** Requests for a second person. Each asks the permission of the request it is about. */
export function approvalRoutes(app: App): void {
  const kinds = app.product.approvals;
  const { personalData } = app.product;
  const means = { kinds, services: { ...app.services, personalData } };

  app.get('/approvals', { config, schema: { querystring: pastApprovals.Filter } }, async (request, reply) =>
    reply.page(
      approvalsPage,
      await pastApprovals.props(request, (db, actor) =>
        waitingApprovals(db, actor, kinds, request.query.institution_id),
      ),
    ),
  );

  // Answered in the background: what an act shows once, it shows on the page that asked.
  for (const [name, act] of Object.entries({ approve, complete })) {
    app.post(
      `/approvals/:id/${name}`,
      { config: { ...config, confirm: true }, schema: { params } },
      async (request, reply) => {
        const { after, ...acted } = await request.write((tx, actor) => act(tx, actor, request.params.id, means));
        await after?.();
        return reply.header('Cache-Control', 'no-store').send({ message: 'Done.', ...acted });
      },
    );
  }

  app.post('/approvals/:id/decline', { config, schema: { params, body: Decline } }, async (request, reply) => {
    await request.write((tx, actor) => decline(tx, actor, request.params.id, request.body));
    return reply.flash('The request is declined.').go('/approvals');
  });

  app.post('/approvals/:id/withdraw', { config, schema: { params } }, async (request, reply) => {
    await request.write((tx, actor) => withdraw(tx, actor, request.params.id));
    return reply.flash('The request is withdrawn.').go('/approvals');
  });
}

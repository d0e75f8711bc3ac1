import { z } from 'zod';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { pastApprovals, waitingApprovals, type WaitingApproval } from './approvals.queries.ts';
import { approve, complete, Decline, decline, withdraw } from './decide.ts';
import type { PropsOfList } from '#kernel/list/declare-list.ts';
import { page } from '#web/page.ts';

const params = z.object({ id });
const config = may('signedIn');
/** Approval requests. Each action checks the permission of its request. */
export function approvalRoutes(app: App): void {
  const kinds = app.product.approvals;
  const { personalData } = app.product;
  const context = { kinds, services: { ...app.services, personalData } };

  app.get('/approvals', { config, schema: { querystring: pastApprovals.Filter } }, async (request, reply) =>
    reply.page(
      approvalsPage,
      await pastApprovals.props(request, (db, actor) =>
        waitingApprovals(db, actor, kinds, request.query.institution_id),
      ),
    ),
  );

  // Answers in the background: a secret is shown once, on the requesting page.
  for (const [name, act] of Object.entries({ approve, complete })) {
    app.post(
      `/approvals/:id/${name}`,
      { config: { ...config, confirm: true }, schema: { params } },
      async (request, reply) => {
        const { after, ...acted } = await request.write((tx, actor) => act(tx, actor, request.params.id, context));
        await after?.();
        return reply.header('Cache-Control', 'no-store').send({ message: 'Done.', ...acted });
      },
    );
  }

  app.post('/approvals/:id/decline', { config, schema: { params, body: Decline } }, async (request, reply) => {
    await request.write((tx, actor) => decline(tx, actor, request.params.id, request.body));
    return reply.flash('The request was declined.').seeOther('/approvals');
  });

  app.post('/approvals/:id/withdraw', { config, schema: { params } }, async (request, reply) => {
    await request.write((tx, actor) => withdraw(tx, actor, request.params.id));
    return reply.flash('The request was withdrawn.').seeOther('/approvals');
  });
}

export const approvalsPage = page<
  PropsOfList<typeof pastApprovals> & {
    waiting: WaitingApproval[];
    /** Whether there are more than shown. */
    isCut: boolean;
  }
>('approvals/approvals');

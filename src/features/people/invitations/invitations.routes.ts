import { z } from 'zod';
import { nextAddress } from '#kernel/list/cursor.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { allowedForOwnFamily } from '#kernel/own-family/rule.ts';
import { id, queryParam } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { batchList } from './batch.list.ts';
import { findBatch, leftOutGroups } from './batch.queries.ts';
import { batchListPage, bulkInvitationPage, requestedPage } from './invitations.pages.ts';
import { InviteEmployees, InviteGuardians, inviteMany } from './invite-many.ts';
import { previewMany } from './preview.ts';
import { findRequested, requestedPeople } from './requested.queries.ts';
import { countLinks, printLinks } from './print/print-links.ts';
import { stopBatch } from './stop-batch.ts';

const params = z.object({ id });
const byContact = allowedForOwnFamily('It goes to the contact on the record, and shows people their own data alone.');
const guardians = { ...may('guardians.invite'), ...byContact };
const employees = { ...may('accounts.edit'), ...byContact };
const both = may('guardians.invite', 'accounts.edit');

/** Inviting everybody who is selected in a list. */
export function invitationRoutes(app: App): void {
  const { jobs } = app.services;

  app.post(
    '/guardians/invitations/preview',
    { config: guardians, schema: { body: InviteGuardians } },
    async (request, reply) => {
      const origin = await request.publicOrigin();
      const chosen = { ids: request.body.guardian_ids, roleId: null };
      return reply.send(await request.write((tx, actor) => previewMany(tx, actor, 'guardian', chosen, origin)));
    },
  );

  app.post(
    '/employees/invitations/preview',
    { config: employees, schema: { body: InviteEmployees } },
    async (request, reply) => {
      const origin = await request.publicOrigin();
      const { employee_ids: ids, role_id: roleId = null } = request.body;
      return reply.send(
        await request.write((tx, actor) => previewMany(tx, actor, 'employee', { ids, roleId }, origin)),
      );
    },
  );

  app.post(
    '/guardians/invitations',
    { config: { ...guardians, once: true }, schema: { body: InviteGuardians } },
    async (request, reply) => {
      const origin = await request.publicOrigin();
      const chosen = { ids: request.body.guardian_ids, roleId: null };
      return reply.once(async (tx, actor) => ({
        send: answer(await inviteMany(tx, actor, jobs, 'guardian', chosen, origin)),
      }));
    },
  );

  app.post(
    '/employees/invitations',
    { config: { ...employees, once: true, confirm: true }, schema: { body: InviteEmployees } },
    async (request, reply) => {
      const origin = await request.publicOrigin();
      const { employee_ids: ids, role_id: roleId = null } = request.body;
      return reply.once(async (tx, actor) => ({
        send: answer(await inviteMany(tx, actor, jobs, 'employee', { ids, roleId }, origin)),
      }));
    },
  );

  app.get('/bulk-invitations', { config: both, schema: { querystring: batchList.Filter } }, async (request, reply) =>
    reply.page(batchListPage, await batchList.props(request)),
  );

  const querystring = z.object({ ...viewFields, after: queryParam(id) });
  app.get('/approvals/:id/people', { config: both, schema: { params, querystring } }, async (request, reply) => {
    const requested = await request.read((db, actor) => findRequested(db, actor, request.params.id));
    const { rows, after } = await request.read((db, actor) =>
      requestedPeople(db, actor, requested, request.query.after),
    );
    return reply.page(requestedPage, { request: requested, rows, next: nextAddress(request.url, after) });
  });

  app.get('/bulk-invitations/:id', { config: both, schema: { params } }, async (request, reply) => {
    const { leftOut, ...batch } = await request.read((db, actor) => findBatch(db, actor, request.params.id));
    return reply.page(bulkInvitationPage, {
      batch,
      leftOut: await request.read((db, actor) => leftOutGroups(db, actor, { entity: batch.entity, leftOut })),
    });
  });

  // What the file would have: the password is asked for here, since a new window can't ask.
  app.post(
    '/bulk-invitations/:id/links/count',
    { config: { ...both, confirm: true }, schema: { params } },
    async (request, reply) => reply.send(await request.write((tx, actor) => countLinks(tx, actor, request.params.id))),
  );

  // A POST, because the links that were there stop working and each print is recorded.
  app.post(
    '/bulk-invitations/:id/links',
    { config: { ...both, confirm: true, takesForm: true, isHeavy: true }, schema: { params } },
    async (request, reply) => {
      const origin = await request.publicOrigin();
      const data = await request.write((tx, actor) => printLinks(tx, actor, request.params.id, origin));
      return reply.pdf({ title: 'invitations', layout: new URL('./print/link-slips.pdf.ts', import.meta.url), data });
    },
  );

  app.post('/bulk-invitations/:id/stop', { config: both, schema: { params } }, async (request, reply) => {
    await request.write((tx, actor) => stopBatch(tx, actor, request.params.id));
    return reply.flash('The invitations were stopped.').go(`/bulk-invitations/${request.params.id}`);
  });
}

const answer = ({ batchId, requested }: Awaited<ReturnType<typeof inviteMany>>) => ({
  href: batchId === null ? '/approvals' : `/bulk-invitations/${batchId}`,
  requested: requested?.message ?? null,
});

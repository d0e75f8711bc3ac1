import { z } from 'zod';
import { institutionsInView, institutionsWhere } from '#kernel/actor.ts';
import { NotAllowed, NotFound } from '#kernel/errors.ts';
import { id } from '#kernel/schemas.ts';
import { defer } from '#web/page.ts';
import { may, type App } from '#web/routes.ts';
import { serveChoices, employeeChoices } from '#features/records/people/serve-choices.ts';
import { Requested } from '#features/records/approvals/request-approval.ts';
import { accountList, countAccounts } from './accounts.list.ts';
import { accountListPage, newPersonPage, personPage } from './accounts.pages.ts';
import * as queries from './accounts.queries.ts';
import { personPage as personOf } from './accounts.queries.ts';
import { EditAccount, editAccount } from './own-account.ts';
import { createResetCode } from './passwords/reset-code.ts';
import { AddRole, addRole } from './roles/add-role.ts';
import { removeRole } from './roles/last-owner.ts';
import { inviteAgain } from './invitations/invite.ts';
import { endMembership, OneMembership, resumeMembership, suspendMembership } from './suspend-membership.ts';
import { removeSecondFactorOf, findManaged } from './own-access.ts';
import { CreateAccount, createAccount, disableAccount, enableAccount, endSessionsOf } from './change-accounts.ts';

const params = z.object({ id });
const seeing = may('accounts.view');
const editing = may('accounts.edit');
/** Actions that could be used to take over an account or a role. */
const sensitive = { ...editing, confirm: true };

/** Users and the administrator's actions on them. */
export function peopleRoutes(app: App): void {
  const { secret } = app.services;

  app.get('/accounts', { config: seeing, schema: { querystring: accountList.Filter } }, async (request, reply) => {
    const page = await accountList.props(request, (_, actor) => ({
      can: { invite: institutionsWhere(actor, 'accounts.edit').length > 0 },
    }));
    return reply.page(accountListPage, {
      ...page,
      total: defer(() => request.read((db, actor) => countAccounts(db, actor, request.query))),
      roles: defer(() => request.read((db, actor) => queries.roleNames(db, actor, request.query.institution_id))),
    });
  });

  app.get(
    '/accounts/new',
    {
      config: editing,
      schema: { querystring: z.object({ institution_id: id.optional(), employee_id: id.optional() }) },
    },
    async (request, reply) => {
      const { employee_id: employeeId } = request.query;
      const { institutionId, ...offer } = await request.read(async (db, actor) => {
        const [first] = institutionsInView(actor, request.query.institution_id, 'accounts.edit');
        if (!first) throw new NotAllowed();
        return { institutionId: first, ...(await queries.invitePage(db, actor, employeeId)) };
      });
      return reply.page(newPersonPage, { ...offer, institutionId: offer.employee?.institutionId ?? institutionId });
    },
  );

  // Employees that an account can be linked to.
  serveChoices(app, '/accounts/employee-options', 'accounts.edit', employeeChoices);

  // Links and codes are shown once, on the requesting page, so these answers are not pages with an address.
  app.post('/accounts', { config: sensitive, schema: { body: CreateAccount } }, async (request, reply) => {
    const origin = await request.publicOrigin();
    const made = await request.write((tx, actor) => createAccount(tx, actor, request.body, origin));
    if (made instanceof Requested) return reply.send({ requested: made.message });
    const { account, link, sentTo } = made;
    return reply.send({
      id: account.id,
      name: account.name,
      username: account.username,
      link,
      ...(link === null && { sentTo }),
    });
  });

  app.post('/accounts/:id/invitation', { config: sensitive, schema: { params } }, async (request, reply) => {
    const origin = await request.publicOrigin();
    const made = await request.write((tx, actor) => inviteAgain(tx, actor, request.params.id, origin));
    return reply.send(made instanceof Requested ? { requested: made.message } : made);
  });

  app.post('/accounts/:id/reset-code', { config: sensitive, schema: { params } }, async (request, reply) => {
    const made = await request.write((tx, actor) => createResetCode(tx, actor, secret, request.params.id));
    return reply.send(made instanceof Requested ? { requested: made.message } : { code: made });
  });

  app.get('/accounts/:id', { config: seeing, schema: { params } }, async (request, reply) =>
    reply.page(personPage, await request.read((db, actor) => personOf(db, actor, request.params.id))),
  );

  app.post('/accounts/:id', { config: sensitive, schema: { params, body: EditAccount } }, async (request, reply) => {
    const saved = await request.write((tx, actor) => editAccount(tx, actor, request.params.id, request.body));
    if (saved instanceof Requested) return reply.flash(waiting(saved)).seeOther(`/accounts/${request.params.id}`);
    const { tokensRevoked } = saved;
    return reply
      .flash(tokensRevoked ? 'Saved. The link or code sent before no longer works. Create a new one.' : 'Saved.')
      .seeOther(`/accounts/${request.params.id}`);
  });

  app.post('/accounts/:id/roles', { config: sensitive, schema: { params, body: AddRole } }, async (request, reply) => {
    const requested = await request.write((tx, actor) => addRole(tx, actor, request.params.id, request.body));
    return reply
      .flash(requested ? waiting(requested) : 'The role was added.')
      .seeOther(`/accounts/${request.params.id}`);
  });

  app.post(
    '/accounts/:id/roles/:membershipId/take',
    { config: sensitive, schema: { params: params.extend({ membershipId: id }) } },
    async (request, reply) => {
      await request.write((tx, actor) => removeRole(tx, actor, request.params.id, request.params.membershipId));
      reply.flash('The role was removed.');
      const next = await request
        .read((db, actor) => findManaged(db, actor, request.params.id))
        .then(() => `/accounts/${request.params.id}`)
        .catch((error) => {
          // Without any role the person is no longer a user here.
          if (error instanceof NotFound) return '/accounts';
          // Users who removed their own role may no longer view this page.
          if (error instanceof NotAllowed) return '/';
          throw error;
        });
      return reply.seeOther(next);
    },
  );

  const membershipActions = {
    suspend: async (...[tx, actor, accountId, at]: Parameters<typeof suspendMembership>) =>
      `${await suspendMembership(tx, actor, accountId, at)} no longer has access here.`,
    resume: async (...[tx, actor, accountId, at]: Parameters<typeof resumeMembership>) =>
      `${await resumeMembership(tx, actor, accountId, at)} has access again.`,
    'end-membership': async (...[tx, actor, accountId, at]: Parameters<typeof endMembership>) =>
      `${await endMembership(tx, actor, accountId, at)} was removed from this institution.`,
  };
  for (const [name, act] of Object.entries(membershipActions)) {
    app.post(
      `/accounts/:id/${name}`,
      { config: editing, schema: { params, body: OneMembership } },
      async (request, reply) => {
        const message = await request.write((tx, actor) =>
          act(tx, actor, request.params.id, request.body.institution_id),
        );
        return reply
          .flash(message)
          .seeOther(name === 'end-membership' ? '/accounts' : `/accounts/${request.params.id}`);
      },
    );
  }

  const acts = {
    disable: async (...[tx, actor, accountId]: Parameters<typeof disableAccount>) =>
      `${await disableAccount(tx, actor, accountId)}’s account was disabled.`,
    enable: async (...[tx, actor, accountId]: Parameters<typeof enableAccount>) =>
      `${await enableAccount(tx, actor, accountId)} can sign in again.`,
    'end-sessions': async (...[tx, actor, accountId]: Parameters<typeof endSessionsOf>) => {
      const ended = await endSessionsOf(tx, actor, accountId);
      return ended === 1 ? '1 device was signed out.' : `${ended} devices were signed out.`;
    },
    'remove-second-factor': async (...[tx, actor, accountId]: Parameters<typeof removeSecondFactorOf>) => {
      const done = await removeSecondFactorOf(tx, actor, accountId);
      return done instanceof Requested ? waiting(done) : `Two-step verification was turned off for ${done}.`;
    },
  };
  for (const [name, act] of Object.entries(acts)) {
    const config = name === 'remove-second-factor' ? sensitive : editing;
    app.post(`/accounts/:id/${name}`, { config, schema: { params } }, async (request, reply) => {
      const message = await request.write((tx, actor) => act(tx, actor, request.params.id));
      return reply.flash(message).seeOther(`/accounts/${request.params.id}`);
    });
  }
}

const waiting = ({ message }: Requested) => ({ message, tone: 'info' as const });

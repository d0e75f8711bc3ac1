import { z } from 'zod';
import { NotAllowed } from '#kernel/errors.ts';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { Requested } from '#features/records/approvals/request-approval.ts';
import { guardianProfile } from '../guardian-profile.queries.ts';
import { inviteForm } from '../guardians.pages.ts';
import { InviteGuardian, inviteGuardian, recordSignIn, inviteGuardianAgain } from './invite-guardian.ts';
import { proposeUsername } from './propose-username.ts';
import { can, allow, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { withdrawLinked } from '#features/access/accounts/invitations/invite-linked.ts';
import { lockGuardian, calledGuardian } from '../create-guardian.ts';

const params = z.object({ id });
const config = may('guardians.invite');

/** A guardian's account. Links are shown once, on the requesting page, so these responses are never pages. */
export function signInRoutes(app: App): void {
  app.get('/guardians/:id/invite', { config, schema: { params } }, async (request, reply) => {
    const { title, surname, firstName, email, mobile, phone } = await request.read(async (db, actor) => {
      const found = await guardianProfile(db, actor, request.params.id);
      if (!can(actor, 'guardians.invite', found.institutionId)) throw new NotAllowed();
      return found;
    });
    return reply.page(inviteForm, {
      guardian: { id: request.params.id, title, surname, firstName, email, phone: mobile ?? phone },
      username: await request.read((db) => proposeUsername(db, { firstName, surname })),
    });
  });

  app.post('/guardians/:id/invite', { config, schema: { params, body: InviteGuardian } }, async (request, reply) => {
    const origin = await request.publicOrigin();
    const made = await request.write((tx, actor) => inviteGuardian(tx, actor, request.params.id, request.body, origin));
    return reply.send(shown(made));
  });

  app.post('/guardians/:id/invitation', { config, schema: { params } }, async (request, reply) => {
    const origin = await request.publicOrigin();
    const made = await request.write((tx, actor) => inviteGuardianAgain(tx, actor, request.params.id, origin));
    return reply.send(shown(made));
  });

  app.post('/guardians/:id/withdraw', { config, schema: { params } }, async (request, reply) => {
    const name = await request.write((tx, actor) => withdrawSignIn(tx, actor, request.params.id));
    return reply.flash(`The account of ${name} was disabled.`).seeOther(`/guardians/${request.params.id}`);
  });
}

const shown = (made: Awaited<ReturnType<typeof inviteGuardian | typeof inviteGuardianAgain>>) =>
  made instanceof Requested
    ? { requested: made.message }
    : { name: made.name, username: made.username, link: made.link, sentTo: made.sentTo };

/** Removes the guardian's access to this institution immediately. The record is kept. */
async function withdrawSignIn(tx: Tx, actor: Actor, guardianId: number): Promise<string> {
  const guardian = await lockGuardian(tx, actor, guardianId);
  allow(actor, 'guardians.invite', guardian.institutionId);
  const taken = await withdrawLinked(tx, actor, guardian.institutionId, { guardianId });
  if (taken.length)
    await recordSignIn(tx, actor, guardian, 'withdraw', `disabled the account of ${calledGuardian(guardian)}`);
  return calledGuardian(guardian);
}

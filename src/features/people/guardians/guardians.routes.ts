import { z } from 'zod';
import { groupsSeen, type RestrictedGroup } from '#kernel/contracts/field-groups.ts';
import { can, type Actor, institutionInView } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { NotAllowed } from '#kernel/errors.ts';
import { id } from '#kernel/schemas.ts';
import { customValueRoutes } from '#features/records/custom-fields/definition-fields.ts';
import { customFileRoutes } from '#features/records/custom-fields/serve-custom-files.ts';
import { savedMessage } from '#features/records/people/contacts/change-contacts.ts';
import { PossibleDuplicate } from '#features/records/people/duplicates.ts';
import { logAccess } from '#features/records/people/history.queries.ts';
import { documentRoutes } from '#features/records/people/documents/serve-documents.ts';
import { photoRoutes } from '#features/records/people/photos/serve-photos.ts';
import { may, type App } from '#web/routes.ts';
import { CreateGuardian, createGuardian, findDuplicateGuardians, calledGuardian } from './create-guardian.ts';
import { guardianFormProps, restrictedIn, EditGuardian, editGuardian } from './unlink-guardian.ts';
import { guardianKind } from './guardian-profile.queries.ts';
import * as children from './guardian-children.queries.ts';
import * as profiles from './guardian-profile.queries.ts';
import { guardianForm, ownChildrenPage } from './guardians.pages.ts';
import { groupsOf, guardianGroups, maySeeGuardians } from './guardians.policy.ts';
import { guardianListRoutes } from './guardian-list.routes.ts';
import { linkRoutes } from './links.routes.ts';
import { guardianProfileRoutes } from './profile.routes.ts';
import { signInRoutes } from './invitations/sign-in.routes.ts';

const params = z.object({ id });
const seeing = may(...maySeeGuardians);
const editing = may('guardians.edit');

export function guardianRoutes(app: App): void {
  guardianListRoutes(app);

  app.get('/guardians/alike', { config: editing, schema: { querystring: PossibleDuplicate } }, async (request, reply) =>
    reply.send(await request.read((db, actor) => findDuplicateGuardians(db, actor, request.query))),
  );

  app.get('/children', { config: seeing }, async (request, reply) =>
    reply.page(ownChildrenPage, { children: await request.read(children.ownChildren) }),
  );

  app.get(
    '/guardians/new',
    {
      config: editing,
      schema: { querystring: z.object({ institution_id: id.optional(), academic_session: z.unknown().optional() }) },
    },
    async (request, reply) => {
      const props = await request.read((db, actor) => {
        const institutionId = institutionInView(actor, request.query.institution_id, 'guardians.edit');
        return guardianFormProps(db, actor, institutionId, null);
      });
      return reply.page(guardianForm, props);
    },
  );

  app.post('/guardians', { config: editing, schema: { body: CreateGuardian } }, async (request, reply) => {
    const guardian = await request.write((tx, actor) => createGuardian(tx, actor, request.body));
    return reply.flash(`${calledGuardian(guardian)} was added.`).seeOther(`/guardians/${guardian.id}`);
  });

  app.get(
    '/guardians/:id/edit',
    { config: editing, schema: { params }, exposeHeadRoute: false },
    async (request, reply) =>
      reply.page(
        guardianForm,
        await request.write(async (tx, actor) => {
          const guardian = await profiles.guardianProfile(tx, actor, request.params.id);
          if (!can(actor, 'guardians.edit', guardian.institutionId)) throw new NotAllowed();
          const props = await guardianFormProps(tx, actor, guardian.institutionId, guardian);
          await note(tx, actor, guardian, restrictedIn(props.groups, props.custom), 'form');
          return props;
        }),
      ),
  );

  app.post('/guardians/:id', { config: editing, schema: { params, body: EditGuardian } }, async (request, reply) => {
    const requested = await request.write((tx, actor) => editGuardian(tx, actor, request.params.id, request.body));
    return reply.flash(savedMessage(requested)).seeOther(`/guardians/${request.params.id}`);
  });

  guardianProfileRoutes(app);
  linkRoutes(app);
  signInRoutes(app);
  photoRoutes(app, guardianKind);
  documentRoutes(app, guardianKind);
  customValueRoutes(app, guardianKind);
  customFileRoutes(app, {
    entity: 'guardian',
    path: 'guardians',
    maySee: maySeeGuardians,
    mayEdit: ['guardians.edit'],
    find: async (tx, actor, guardianId) => {
      const guardian = await profiles.guardianProfile(tx, actor, guardianId);
      return { institutionId: guardian.institutionId, groups: groupsOf(actor, guardian) };
    },
    groupsIn: (actor, institutionId) => groupsSeen(actor, institutionId, guardianGroups),
  });
}

const note = (
  tx: Tx,
  actor: Actor,
  guardian: profiles.GuardianProfile,
  groups: RestrictedGroup[],
  place: 'record' | 'form',
) =>
  logAccess(tx, actor, {
    institutionId: guardian.institutionId,
    entity: 'guardian',
    subjectId: guardian.id,
    groups,
    place,
  });

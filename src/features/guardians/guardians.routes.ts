import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { groupsSeen, type RestrictedGroup } from '#kernel/field-groups.ts';
import { can, institutionsInView, institutionsWhere, type Actor } from '#kernel/actor.ts';
import type { Db, Tx } from '#kernel/database.ts';
import { NotAllowed } from '#kernel/errors.ts';
import { id } from '#kernel/schemas.ts';
import { filterQuery } from '#features/custom-fields/flat-filter.ts';
import { customColumns, customValueRoutes } from '#features/custom-fields/listed-fields.ts';
import { customFileRoutes } from '#features/custom-fields/serve-custom-files.ts';
import { exportRoutes } from '#features/custom-fields/serve-exports.ts';
import { Alike } from '#features/people/alike.ts';
import { filteredReads } from '#features/people/filtered-reads.ts';
import { allowPapers, seesPapers } from '#features/people/expiring-papers.ts';
import { logAccess } from '#features/people/log-access.ts';
import { documentRoutes } from '#features/people/serve-documents.ts';
import { photoRoutes } from '#features/people/serve-photos.ts';
import { defer } from '#web/page.ts';
import { may, type App } from '#web/routes.ts';
import { alikeGuardians } from './alike-guardians.ts';
import { CreateGuardian, createGuardian } from './create-guardian.ts';
import { EditGuardian, editGuardian } from './edit-guardian.ts';
import { calledGuardian } from './guardian-fields.ts';
import { ExportGuardians, exportGuardians, exportedGuardians, mayExportGuardians } from './export-guardians.ts';
import { GuardianFilter } from './guardian-filter.ts';
import { guardianFormProps, restrictedIn } from './guardian-form.queries.ts';
import { guardianKind } from './guardian-kind.ts';
import * as profiles from './guardian-profile.queries.ts';
import { guardianForm, guardianList, ownChildrenPage } from './guardians.pages.ts';
import { groupsOf, guardianGroups, guardianPapers, maySeeGuardians } from './guardians.policy.ts';
import { countGuardians, findGuardians, listGuardians } from './guardians.queries.ts';
import { linkRoutes } from './links.routes.ts';
import { guardianProfileRoutes } from './profile.routes.ts';
import { signInRoutes } from './sign-in.routes.ts';

const params = z.object({ id });
const seeing = may(...maySeeGuardians);
const editing = may('guardians.edit');
const searching = z.object({ q: z.string().trim().min(1).max(100), institution_id: id.optional() });

export function guardianRoutes(app: App): void {
  app.get('/guardians', { config: seeing, schema: { querystring: GuardianFilter } }, (request, reply) =>
    reply.page(guardianList, listProps(request, request.query)),
  );

  app.get('/guardians/find', { config: seeing, schema: { querystring: searching } }, async (request, reply) => {
    const { q, institution_id } = request.query;
    const { rows, isMore } = await request.read((db, actor) => findGuardians(db, actor, q, institution_id));
    return reply.send({
      isMore,
      people: rows.map((row) => ({
        id: row.id,
        name: `${row.surname}, ${[row.firstName, row.middleName].filter(Boolean).join(' ')}`,
        number: row.phone ?? row.email,
        children: row.children,
        href: `/guardians/${row.id}`,
      })),
    });
  });

  app.get('/guardians/alike', { config: editing, schema: { querystring: Alike } }, async (request, reply) =>
    reply.send(await request.read((db, actor) => alikeGuardians(db, actor, request.query))),
  );

  // Where a guardian's day begins.
  app.get('/children', { config: seeing }, async (request, reply) =>
    reply.page(ownChildrenPage, { children: await request.read(profiles.ownChildren) }),
  );

  app.get(
    '/guardians/new',
    {
      config: editing,
      schema: { querystring: z.object({ institution_id: id.optional(), academic_session: z.unknown().optional() }) },
    },
    async (request, reply) => {
      const props = await request.read((db, actor) => {
        const [institutionId] = institutionsInView(actor, request.query.institution_id, 'guardians.edit');
        if (!institutionId) throw new NotAllowed();
        return guardianFormProps(db, actor, institutionId, null);
      });
      return reply.page(guardianForm, props);
    },
  );

  app.post('/guardians', { config: editing, schema: { body: CreateGuardian } }, async (request, reply) => {
    const guardian = await request.write((tx, actor) => createGuardian(tx, actor, request.body));
    return reply.flash(`${calledGuardian(guardian)} is added.`).go(`/guardians/${guardian.id}`);
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
    await request.write((tx, actor) => editGuardian(tx, actor, request.params.id, request.body));
    return reply.flash('The record is saved.').go(`/guardians/${request.params.id}`);
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
  exportRoutes(app, exportedGuardians, ExportGuardians, exportGuardians);
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

interface Asking {
  actor: Actor;
  read: <T>(work: (db: Db, actor: Actor) => Promise<T>) => Promise<T>;
}

/** The list's props: rows first; what needs counting comes once they are painted. */
function listProps(request: Asking & Pick<FastifyRequest, 'write'>, query: GuardianFilter) {
  const { academic_session: _, ...filter } = query;
  const { after: __, ...shown } = filter;
  let started: ReturnType<typeof listGuardians> | undefined;
  const reads = filteredReads(request, {
    ...{ entity: 'guardian', seeing: maySeeGuardians, filter },
    allow: (actor) => allowPapers(actor, filter, guardianPapers),
  });
  const listed = () => (started ??= reads.list((db, actor) => listGuardians(db, actor, filter)));
  return {
    filter: shown,
    rows: async () => (await listed()).rows,
    next: async () => {
      const { after } = await listed();
      return after && addressOf({ ...filter, after });
    },
    institutions: async () => {
      await listed();
      const seen = institutionsWhere(request.actor, ...maySeeGuardians);
      return seen.length > 1
        ? request.actor.institutions
            .filter((one) => seen.includes(one.id))
            .map(({ id: institutionId, name, shortName }) => ({ id: institutionId, name, shortName }))
        : [];
    },
    can: async () => {
      // Behind the read, which made sure that the actor is today's.
      await listed();
      return {
        edit: institutionsWhere(request.actor, 'guardians.edit').length > 0,
        import: institutionsWhere(request.actor, 'guardians.import').length > 0,
        export: mayExportGuardians(request.actor, filter.institution_id),
        filter: institutionsWhere(request.actor, 'guardians.view', 'guardians.viewOwn').length > 0,
      };
    },
    total: defer(() => reads.count((db, actor) => countGuardians(db, actor, filter))),
    choices: defer(() =>
      reads.read(async (db, actor) => ({
        own: await customColumns(db, actor, guardianKind, filter.institution_id),
        papers: seesPapers(actor, guardianPapers, filter.institution_id),
      })),
    ),
  };
}

const addressOf = (filter: GuardianFilter) => `/guardians?${filterQuery(filter)}`;

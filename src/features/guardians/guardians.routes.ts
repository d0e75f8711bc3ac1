import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { fieldGroups, groupsSeen, type FieldGroup, type RestrictedGroup } from '#kernel/field-groups.ts';
import { can, institutionsInView, institutionsWhere, type Actor } from '#kernel/actor.ts';
import type { CustomField, CustomValues } from '#kernel/custom-field.ts';
import type { Db, Tx } from '#kernel/database.ts';
import { NotAllowed } from '#kernel/errors.ts';
import { id } from '#kernel/schemas.ts';
import { valuesOf } from '#features/custom-fields/custom-fields.queries.ts';
import { filterQuery } from '#features/custom-fields/flat-filter.ts';
import { ownColumns, ownValueRoutes } from '#features/custom-fields/listed-fields.ts';
import { customFileRoutes } from '#features/custom-fields/serve-custom-files.ts';
import { exportRoutes } from '#features/custom-fields/serve-exports.ts';
import { Alike } from '#features/people/alike.ts';
import { documentsOf } from '#features/people/documents.queries.ts';
import { mayOpenPrivacy } from '#features/people/people.policy.ts';
import { HistoryPage, historyOf, lastChangeOf, readsHistory } from '#features/people/history.queries.ts';
import { filteredReads } from '#features/people/filtered-reads.ts';
import { allowPapers, seesPapers } from '#features/people/expiring-papers.ts';
import { noteReading } from '#features/people/note-reading.ts';
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
import {
  guardianForm,
  guardianList,
  guardianProfilePage,
  ownChildrenPage,
  type GuardianProfileProps,
} from './guardians.pages.ts';
import { groupsOf, guardianGroups, guardianPapers, isOwn, maySeeGuardians } from './guardians.policy.ts';
import { countGuardians, findGuardians, listGuardians } from './guardians.queries.ts';
import { linkRoutes } from './links.routes.ts';
import { signInRoutes } from './sign-in.routes.ts';

const params = z.object({ id });
const seeing = may(...maySeeGuardians);
/** Who works with a restricted group, and whose own data it is. */
const seeingRestricted = may(...Object.values(guardianGroups), 'guardians.viewSelf');
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

  app.get('/guardians/:id', { config: seeing, schema: { params } }, async (request, reply) =>
    reply.page(
      guardianProfilePage,
      await profile(request, 'overview', async (db, { actor, fields }) => {
        const groups: FieldGroup[] = ['general'];
        const values = profiles.own.values(db, actor, request.params.id, groups);
        return { custom: await customOf(fields, values, groups) };
      }),
    ),
  );
  app.get(
    '/guardians/:id/documents',
    { config: seeing, schema: { params }, exposeHeadRoute: false },
    async (request, reply) =>
      reply.page(
        guardianProfilePage,
        await profile(writing(request), 'documents', async (tx, { actor }) => ({
          documents: await documentsOf(tx, actor, guardianKind, request.params.id),
        })),
      ),
  );
  // Shown apart from the rest, and written down.
  app.get(
    '/guardians/:id/restricted',
    { config: seeingRestricted, schema: { params }, exposeHeadRoute: false },
    async (request, reply) =>
      reply.page(
        guardianProfilePage,
        await profile(writing(request), 'restricted', async (tx, { actor, fields, ...asked }) => {
          const guardian = await asked.guardian;
          const groups = restrictedFor(actor, guardian);
          if (groups.length === 0) throw new NotAllowed();
          const values = valuesOf(tx, guardian.institutionId, 'guardian', guardian.id, groups);
          const custom = await customOf(fields, values, groups);
          const mayKnow = groups.includes('religion');
          const religion = mayKnow ? { word: await profiles.religionOf(tx, actor, guardian.id) } : null;
          await note(tx, actor, guardian, restrictedIn(groups, custom), 'record');
          return { custom, religion };
        }),
      ),
  );
  app.get('/guardians/:id/children', { config: seeing, schema: { params } }, async (request, reply) =>
    reply.page(guardianProfilePage, await profile(request, 'children')),
  );
  // What changed in a restricted group is shown here too.
  app.get(
    '/guardians/:id/history',
    {
      config: may('audit.view', 'guardians.edit'),
      schema: { params, querystring: HistoryPage },
      exposeHeadRoute: false,
    },
    async (request, reply) =>
      reply.page(
        guardianProfilePage,
        await profile(writing(request), 'history', (tx, { actor }) =>
          historyOf(tx, actor, {
            ...{ kind: guardianKind, personId: request.params.id, before: request.query.before },
            groupsIn: (institutionId) => groupsOf(actor, { institutionId, id: request.params.id }),
          }),
        ),
      ),
  );

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

  linkRoutes(app);
  signInRoutes(app);
  photoRoutes(app, guardianKind);
  documentRoutes(app, guardianKind);
  ownValueRoutes(app, guardianKind);
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

/** Reads that are written down. */
const writing = (request: { params: { id: number }; actor: Actor; write: Asking['read'] }) => ({
  params: request.params,
  get actor() {
    return request.actor;
  },
  read: <T>(work: (tx: Tx, actor: Actor) => Promise<T>) => request.write(work),
});

type Guardian = profiles.GuardianProfile;

const restrictedFor = (actor: Actor, guardian: Guardian): FieldGroup[] =>
  groupsOf(actor, guardian).filter((group) => group !== 'general');

async function customOf(fields: Promise<CustomField[]>, values: Promise<CustomValues>, groups: FieldGroup[]) {
  // Both at once: when the read fails, neither is left with an error that nobody takes.
  const [all, kept] = await Promise.all([fields, values]);
  return { fields: all.filter(({ group }) => groups.includes(group)), values: kept };
}

const note = (tx: Tx, actor: Actor, guardian: Guardian, groups: RestrictedGroup[], place: 'record' | 'form') =>
  noteReading(tx, actor, {
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
        own: await ownColumns(db, actor, guardianKind, filter.institution_id),
        papers: seesPapers(actor, guardianPapers, filter.institution_id),
      })),
    ),
  };
}

const addressOf = (filter: GuardianFilter) => `/guardians?${filterQuery(filter)}`;

/** What is asked at once with what a tab adds. A read may not wait for it before its own queries are on their way. */
interface Asked {
  actor: Actor;
  guardian: Promise<Guardian>;
  /** The institution's own fields of all groups. */
  fields: Promise<CustomField[]>;
}

async function profile(
  request: Asking & { params: { id: number } },
  tab: GuardianProfileProps['tab'],
  more: (db: Db, asked: Asked) => Promise<Partial<GuardianProfileProps>> = async () => ({}),
): Promise<GuardianProfileProps> {
  const guardianId = request.params.id;
  const { fields, signIn, ...props } = await request.read(async (db, actor) => {
    const asked: Asked = {
      actor,
      guardian: profiles.guardianProfile(db, actor, guardianId),
      fields: profiles.own.fields(db, actor, guardianId, fieldGroups),
    };
    const [guardian, all, children, alsoAt, account, lastChange, rest] = await Promise.all([
      asked.guardian,
      asked.fields,
      profiles.childrenOf(db, actor, guardianId),
      profiles.alsoAt(db, actor, guardianId),
      profiles.signInOf(db, actor, guardianId),
      lastChangeOf(db, actor, guardianKind, guardianId),
      more(db, asked),
    ]);
    const changed = lastChange && { at: lastChange.at, person: lastChange.person };
    return { guardian, fields: all, children, alsoAt, signIn: account, lastChange: changed, ...rest };
  });
  const { actor } = request;
  const { institutionId } = props.guardian;
  const restricted = restrictedFor(actor, props.guardian);
  return {
    ...props,
    ...(profiles.seesSignIn(actor, institutionId) && { signIn }),
    tab,
    can: {
      edit: can(actor, 'guardians.edit', institutionId),
      invite: can(actor, 'guardians.invite', institutionId),
      history: readsHistory(actor, guardianKind, institutionId),
      documents: restricted.includes('private'),
      // Whether there is a tab of it.
      restricted: restricted.includes('religion') || fields.some(({ group }) => restricted.includes(group)),
      merge: can(actor, 'people.merge', institutionId) && can(actor, 'guardians.edit', institutionId),
      privacy: mayOpenPrivacy(
        actor,
        { institutionId, isOwn: isOwn(actor, props.guardian) },
        { edit: 'guardians.edit', groups: guardianGroups },
      ),
    },
  };
}

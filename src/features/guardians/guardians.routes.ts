import { z } from 'zod';
import { can, institutionsInView, institutionsWhere, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { NotAllowed } from '#kernel/errors.ts';
import { id } from '#kernel/schemas.ts';
import { defer } from '#web/page.ts';
import { may, type App } from '#web/routes.ts';
import { AlikeGuardian, alikeGuardians } from './alike-guardians.ts';
import { CreateGuardian, createGuardian } from './create-guardian.ts';
import { editGuardian } from './edit-guardian.ts';
import { calledGuardian, GuardianFields } from './guardian-fields.ts';
import { GuardianFilter } from './guardian-filter.ts';
import { guardianFormProps } from './guardian-form.queries.ts';
import * as profiles from './guardian-profile.queries.ts';
import {
  guardianForm,
  guardianList,
  guardianProfilePage,
  ownChildrenPage,
  type GuardianProfileProps,
} from './guardians.pages.ts';
import { maySeeGuardians } from './guardians.policy.ts';
import { countGuardians, findGuardians, listGuardians } from './guardians.queries.ts';
import { linkRoutes } from './links.routes.ts';
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
    const found = await request.read((db, actor) => findGuardians(db, actor, q, institution_id));
    return reply.send(
      found.map((row) => ({
        id: row.id,
        name: `${row.surname}, ${[row.firstName, row.middleName].filter(Boolean).join(' ')}`,
        reach: row.phone ?? row.email,
        children: row.children,
        href: `/guardians/${row.id}`,
      })),
    );
  });

  app.get('/guardians/alike', { config: editing, schema: { querystring: AlikeGuardian } }, async (request, reply) => {
    const found = await request.read((db, actor) => alikeGuardians(db, actor, request.query));
    return reply.send(
      found.map((row) => ({
        id: row.id,
        name: calledGuardian(row),
        reach: row.mobile ?? row.phone ?? row.email,
        why: row.hasSameReach ? 'reach' : 'name',
        href: `/guardians/${row.id}`,
      })),
    );
  });

  // Where a guardian's day begins.
  app.get('/children', { config: may('guardians.viewSelf') }, async (request, reply) =>
    reply.page(ownChildrenPage, { children: await request.read(profiles.ownChildren) }),
  );

  app.get(
    '/guardians/new',
    {
      config: editing,
      schema: { querystring: z.object({ institution_id: id.optional(), academic_session: z.unknown().optional() }) },
    },
    async (request, reply) => {
      const [institutionId] = institutionsInView(request.actor, request.query.institution_id, 'guardians.edit');
      if (!institutionId) throw new NotAllowed();
      return reply.page(
        guardianForm,
        await request.read((db, actor) => guardianFormProps(db, actor, institutionId, null)),
      );
    },
  );

  app.post('/guardians', { config: editing, schema: { body: CreateGuardian } }, async (request, reply) => {
    const guardian = await request.write((tx, actor) => createGuardian(tx, actor, request.body));
    return reply.flash(`${calledGuardian(guardian)} is added.`).go(`/guardians/${guardian.id}`);
  });

  app.get('/guardians/:id', { config: seeing, schema: { params } }, async (request, reply) =>
    reply.page(guardianProfilePage, await profile(request, 'overview')),
  );
  app.get('/guardians/:id/children', { config: seeing, schema: { params } }, async (request, reply) =>
    reply.page(guardianProfilePage, await profile(request, 'children')),
  );
  app.get('/guardians/:id/history', { config: may('audit.view'), schema: { params } }, async (request, reply) =>
    reply.page(
      guardianProfilePage,
      await profile(request, 'history', async (db, actor) => ({
        history: await profiles.historyOfGuardian(db, actor, request.params.id),
      })),
    ),
  );

  app.get('/guardians/:id/edit', { config: editing, schema: { params } }, async (request, reply) => {
    const guardian = await request.read((db, actor) => profiles.guardianProfile(db, actor, request.params.id));
    if (!can(request.actor, 'guardians.edit', guardian.institutionId)) throw new NotAllowed();
    return reply.page(
      guardianForm,
      await request.read((db, actor) => guardianFormProps(db, actor, guardian.institutionId, guardian)),
    );
  });

  app.post('/guardians/:id', { config: editing, schema: { params, body: GuardianFields } }, async (request, reply) => {
    await request.write((tx, actor) => editGuardian(tx, actor, request.params.id, request.body));
    return reply.flash('The record is saved.').go(`/guardians/${request.params.id}`);
  });

  linkRoutes(app);
  signInRoutes(app);
}

interface Asking {
  actor: Actor;
  read: <T>(work: (db: Db, actor: Actor) => Promise<T>) => Promise<T>;
}

/** The list's props: rows first; what needs counting comes once they are painted. */
function listProps(request: Asking, query: GuardianFilter) {
  const { academic_session: _, ...filter } = query;
  const { after: __, ...shown } = filter;
  let started: ReturnType<typeof listGuardians> | undefined;
  const listed = () => (started ??= request.read((db, actor) => listGuardians(db, actor, filter)));
  const seen = institutionsWhere(request.actor, ...maySeeGuardians);
  return {
    filter: shown,
    rows: async () => (await listed()).rows,
    next: async () => {
      const { after } = await listed();
      return after && addressOf({ ...filter, after });
    },
    institutions:
      seen.length > 1
        ? request.actor.institutions
            .filter((one) => seen.includes(one.id))
            .map((one) => ({ id: one.id, name: one.name }))
        : [],
    can: async () => {
      // Behind the read, which made sure that the actor is today's.
      await listed();
      return {
        edit: institutionsWhere(request.actor, 'guardians.edit').length > 0,
        filter: institutionsWhere(request.actor, 'guardians.view', 'guardians.viewOwn').length > 0,
      };
    },
    total: defer(() => request.read((db, actor) => countGuardians(db, actor, filter))),
  };
}

const addressOf = (filter: object) =>
  `/guardians?${new URLSearchParams(
    Object.entries(filter)
      .filter(([, value]) => value !== undefined && value !== '')
      .map(([name, value]) => [name, String(value)]),
  )}`;

async function profile(
  request: Asking & { params: { id: number } },
  tab: GuardianProfileProps['tab'],
  more: (db: Db, actor: Actor) => Promise<Partial<GuardianProfileProps>> = async () => ({}),
): Promise<GuardianProfileProps> {
  const props = await request.read(async (db, actor) => {
    const guardian = await profiles.guardianProfile(db, actor, request.params.id);
    const [children, alsoAt, signIn, lastChange, rest] = await Promise.all([
      profiles.childrenOf(db, actor, guardian),
      profiles.alsoAt(db, actor, guardian),
      profiles.seesSignIn(actor, guardian.institutionId) ? profiles.signInOf(db, guardian) : undefined,
      profiles.lastChangeOf(db, guardian),
      more(db, actor),
    ]);
    return { guardian, children, alsoAt, ...(signIn !== undefined && { signIn }), lastChange, ...rest };
  });
  const { actor } = request;
  const { institutionId } = props.guardian;
  return {
    ...props,
    tab,
    can: {
      edit: can(actor, 'guardians.edit', institutionId),
      invite: can(actor, 'guardians.invite', institutionId),
      history: can(actor, 'audit.view', institutionId),
    },
  };
}

import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { can, membershipIn, type Actor, institutionInView } from '#kernel/actor.ts';
import { type Db, pick } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { memberships, roles } from '#kernel/identity.schema.ts';
import { id } from '#kernel/schemas.ts';
import { termsOf } from '#kernel/contracts/terminology.ts';
import { withTerms } from '#web/client/with-terms.ts';
import { may, type App } from '#web/routes.ts';
import { rolePage, rolesPage, type PermissionGroup } from '../accounts.pages.ts';
import { holds, mayEditRole } from '../accounts.policy.ts';
import { listRoles } from '../accounts.queries.ts';
import { editRole, createRole, roleSchemas, deleteRole } from './change-roles.ts';

const params = z.object({ id });
const query = z.object({ institution_id: id.optional(), academic_session: z.unknown().optional() });
const editing = may('roles.edit');
const changing = { ...editing, confirm: true };

/** What each role may do. */
export function roleRoutes(app: App): void {
  const { permissions: words, nouns } = app.product;
  const names = Object.keys(words);
  const { EditRole, CreateRole } = roleSchemas(names);

  function groups(actor: Actor, institutionId: number): PermissionGroup[] {
    const byNoun = Map.groupBy(names, (name) => name.split('.')[0]!);
    // The terminology of the role's institution, whichever is in view.
    const terms = termsOf(membershipIn(actor, institutionId)?.terminology ?? {});
    return [...byNoun].map(([noun, permissions]) => ({
      title: nouns[noun] ?? noun,
      permissions: permissions.map((name) => ({
        name,
        words: withTerms(words[name]!, terms),
        mayAdd: holds(actor, institutionId, [name]),
      })),
    }));
  }

  app.get('/roles', { config: editing, schema: { querystring: query } }, async (request, reply) => {
    const rows = await request.read((db, actor) => listRoles(db, actor, request.query.institution_id));
    const shown = rows.map((row) => (row.key === 'owner' ? { ...row, permissionCount: names.length } : row));
    return reply.page(rolesPage, {
      rows: shown,
      institutionId: request.query.institution_id ?? null,
      total: names.length,
    });
  });

  app.get('/roles/new', { config: editing, schema: { querystring: query } }, async (request, reply) => {
    const props = await request.read(async (_, actor) => {
      const institutionId = institutionInView(actor, request.query.institution_id, 'roles.edit');
      const role = { id: null, institutionId, name: '', permissions: [], isOwner: false, isSeeded: false, people: 0 };
      return { role, groups: groups(actor, institutionId), can: { change: true } };
    });
    return reply.page(rolePage, props);
  });

  app.post('/roles', { config: changing, schema: { body: CreateRole } }, async (request, reply) => {
    await request.write((tx, actor) => createRole(tx, actor, request.body));
    return reply
      .flash(`The role ${request.body.name} was added.`)
      .seeOther(`/roles?institution_id=${request.body.institution_id}`);
  });

  app.get('/roles/:id', { config: editing, schema: { params } }, async (request, reply) => {
    const found = await request.read((db, actor) => findRole(db, actor, request.params.id));
    const isOwner = found.key === 'owner';
    const { institutionId, name } = found;
    return reply.page(rolePage, {
      role: {
        ...pick(found, 'id', 'institutionId', 'name', 'isSeeded', 'people'),
        isOwner,
        permissions: isOwner ? names : found.permissions,
      },
      opened: { name, permissions: found.permissions },
      groups: groups(request.actor, institutionId),
      can: { change: mayEditRole(request.actor, found) },
    });
  });

  app.post('/roles/:id', { config: changing, schema: { params, body: EditRole } }, async (request, reply) => {
    const requested = await request.write((tx, actor) => editRole(tx, actor, request.params.id, request.body));
    if (requested) return reply.flash({ message: requested.message, tone: 'info' }).seeOther('/roles');
    return reply.flash(`The role ${request.body.name} was saved.`).seeOther('/roles');
  });

  app.post('/roles/:id/delete', { config: changing, schema: { params } }, async (request, reply) => {
    const { name } = await request.write((tx, actor) => deleteRole(tx, actor, request.params.id));
    return reply.flash(`The role ${name} was deleted.`).seeOther('/roles');
  });
}

async function findRole(db: Db, actor: Actor, roleId: number) {
  const [role] = await db
    .select({
      ...pick(roles, 'id', 'institutionId', 'key', 'name', 'permissions', 'isSeeded'),
      people: sql<number>`(select count(distinct m.account_id)::int from ${memberships} m where m.institution_id = roles.institution_id and m.role_id = roles.id)`,
    })
    .from(roles)
    .where(and(eq(roles.id, roleId)));
  if (!role || !can(actor, 'roles.edit', role.institutionId)) throw new NotFound('role');
  return role;
}

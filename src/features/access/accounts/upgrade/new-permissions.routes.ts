import { z } from 'zod';
import { viewFields } from '#kernel/list/view-fields.ts';
import { termsOf } from '#kernel/contracts/terminology.ts';
import { withTerms } from '#web/client/with-terms.ts';
import { may, type App } from '#web/routes.ts';
import {
  confirmPermissions,
  ConfirmPermissions,
  seenOf,
  institutionsToConfirm,
  rolesToConfirm,
} from './confirm-permissions.ts';
import { page } from '#web/page.ts';

/** After an upgrade with new permissions, the owners of existing institutions confirm which roles get them. */
export function newPermissionRoutes(app: App): void {
  const { product } = app;
  const config = may('roles.edit');

  app.get(
    '/roles/new-permissions',
    { config, schema: { querystring: z.object(viewFields) } },
    async (request, reply) => {
      const institutions = await request.read(async (db, actor) => {
        const asked = institutionsToConfirm(actor, request.query.institution_id);
        const ids = asked.map(({ id }) => id);
        const rows = ids.length > 0 ? await rolesToConfirm(db, actor, product, ids) : [];
        return asked.map(({ id, name, toConfirm, terminology }) => ({
          id,
          name,
          news: toConfirm.flatMap((key) => product.confirmations[key]?.what ?? []),
          roles: rows
            .filter(({ institutionId }) => institutionId === id)
            .map(({ missing, institutionId: _, ...role }) => ({
              ...role,
              permissions: missing.map((permission) =>
                withTerms(product.permissions[permission]!, termsOf(terminology)),
              ),
              value: seenOf({ id: role.id, missing }),
            })),
        }));
      });
      return reply.page(newPermissionsPage, { institutions });
    },
  );

  app.post(
    '/roles/new-permissions',
    { config: { ...config, confirm: true }, schema: { body: ConfirmPermissions } },
    async (request, reply) => {
      const { count } = await request.write((tx, actor) => confirmPermissions(tx, actor, product, request.body));
      const given = count === 1 ? '1 role has' : `${count} roles have`;
      return reply
        .flash(count === 0 ? 'No role was changed.' : `${given} the new permissions.`)
        .seeOther(`/roles?institution_id=${request.body.institution_id}`);
    },
  );
}

export interface RoleToConfirm {
  id: number;
  key: string;
  name: string;
  people: number;
  /** The first of them. */
  names: string[];
  /** The labels of its new permissions. */
  permissions: string[];
  /** What its checkbox sends. */
  value: string;
}

export const newPermissionsPage = page<{
  institutions: { id: number; name: string; news: string[]; roles: RoleToConfirm[] }[];
}>('accounts/new-permissions');

import { z } from 'zod';
import { institutionsInView, type Actor } from '#kernel/actor.ts';
import type { Choices } from '#kernel/choices.ts';
import type { Db } from '#kernel/database.ts';
import type { Permission } from '#kernel/permissions.ts';
import { id, queryParam } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';

export const AskedChoices = z.object({
  institution_id: queryParam(id),
  q: z.string().trim().max(100).default(''),
  /** The record that the form is about, which can't be chosen. */
  except: queryParam(id),
});

export interface Choosing {
  actor: Actor;
  /** The institutions in view in which the user has the permission. */
  institutionIds: number[];
  /** The institution in view, if there is only one. */
  institutionId: number | undefined;
  q: string;
  except: number | undefined;
}

/**
 * The search behind a `SearchSelectField` or a filter with `search`. It requires the permission of its form or list, in
 * the same institution, so that users find only people whom they could choose there. The query returns at most
 * `choicesShown`, and whether there are more.
 */
export function serveChoices(
  app: App,
  path: string,
  permission: Permission,
  find: (db: Db, choosing: Choosing) => Promise<Choices>,
): void {
  app.get(
    path,
    { config: { ...may(permission), isHeavy: true }, schema: { querystring: AskedChoices } },
    async (request, reply) => {
      const { institution_id, q, except } = request.query as z.infer<typeof AskedChoices>;
      const found = await request.read(async (db, actor) =>
        find(db, {
          actor,
          q,
          except,
          institutionId: institution_id,
          institutionIds: institutionsInView(actor, institution_id, permission),
        }),
      );
      return reply.send(found);
    },
  );
}

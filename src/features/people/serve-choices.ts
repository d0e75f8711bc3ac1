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
  /** Whom or what the form is about, where that is no choice. */
  except: queryParam(id),
});

export interface Choosing {
  actor: Actor;
  /** Where the person holds the permission, within the institution in view. */
  institutionIds: number[];
  /** The institution in view, where there is one. */
  institutionId: number | undefined;
  q: string;
  except: number | undefined;
}

/**
 * What a select offers for the letters typed so far: `SearchSelectField`, or a filter with `search`. It asks for the
 * permission of the form or list that it serves, in the institution where that form or list would, so that nobody finds
 * anybody he could not choose before. The query finds `choicesShown` at most, and says whether there are more.
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
          ...{ actor, q, except, institutionId: institution_id },
          institutionIds: institutionsInView(actor, institution_id, permission),
        }),
      );
      return reply.send(found);
    },
  );
}

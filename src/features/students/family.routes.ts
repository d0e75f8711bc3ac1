import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { familyOf } from './student-family.queries.ts';
import { studentProfilePage, type StudentProfileProps } from './students.pages.ts';
import { maySeeStudents } from './students.policy.ts';

interface Asking {
  actor: Actor;
  params: { id: number };
  read: <T>(work: (db: Db, actor: Actor) => Promise<T>) => Promise<T>;
}

type Profile = (
  request: Asking,
  tab: 'family',
  more: (db: Db, actor: Actor) => Promise<Partial<StudentProfileProps>>,
) => Promise<StudentProfileProps>;

/** The record's tab of guardians and siblings; `profile` gives what every tab shows. */
export function familyRoutes(app: App, profile: Profile): void {
  const config = may(...maySeeStudents);
  app.get('/students/:id/family', { config, schema: { params: z.object({ id }) } }, async (request, reply) =>
    reply.page(
      studentProfilePage,
      await profile(request, 'family', async (db, actor) => ({ family: await familyOf(db, actor, request.params.id) })),
    ),
  );
}

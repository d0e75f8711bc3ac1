import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { id, said } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { profileProps } from './profile-props.ts';
import { familyOf, siblingsOf } from './student-family.queries.ts';
import { studentProfilePage } from './students.pages.ts';
import { maySeeStudents } from './students.policy.ts';

const Siblings = z.object({ siblings_after: said(id) });

/** The record's tab of guardians and siblings. */
export function familyRoutes(app: App): void {
  const config = may(...maySeeStudents);
  app.get(
    '/students/:id/family',
    { config, schema: { params: z.object({ id }), querystring: Siblings } },
    async (request, reply) => {
      const { id: studentId } = request.params;
      const { siblings_after: after } = request.query;
      return reply.page(
        studentProfilePage,
        await request.read((db, actor) =>
          profileProps(db, actor, studentId, 'family', familyTab(db, actor, studentId, after)),
        ),
      );
    },
  );
}

/** The tab; behind the first page of siblings only the next of them. */
const familyTab = async (db: Db, actor: Actor, studentId: number, after?: number) =>
  after === undefined ? { family: await familyOf(db, actor, studentId) } : siblingsOf(db, actor, studentId, after);

import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { profileProps } from './profile-props.ts';
import { familyOf } from './student-family.queries.ts';
import { studentProfilePage } from './students.pages.ts';
import { maySeeStudents } from './students.policy.ts';

/** The record's tab of guardians and siblings. */
export function familyRoutes(app: App): void {
  const config = may(...maySeeStudents);
  app.get('/students/:id/family', { config, schema: { params: z.object({ id }) } }, async (request, reply) => {
    const { id: studentId } = request.params;
    return reply.page(
      studentProfilePage,
      await request.read((db, actor) => profileProps(db, actor, studentId, 'family', familyTab(db, actor, studentId))),
    );
  });
}

const familyTab = async (db: Db, actor: Actor, studentId: number) => ({ family: await familyOf(db, actor, studentId) });

import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { NotFound } from '#kernel/errors.ts';
import { fieldGroups, groupsSeen } from '#kernel/field-groups.ts';
import { id } from '#kernel/schemas.ts';
import { customFileRoutes } from '#features/custom-fields/serve-custom-files.ts';
import { may, type App } from '#web/routes.ts';
import { ownValues } from './own-fields.queries.ts';
import { groupVisibleTo, maySeeStudents, studentGroups, visibleTo } from './students.policy.ts';
import { students } from './students.schema.ts';

/** Ids in one word, as an address of many takes them: 12,15,18. */
const ids = (most: number) =>
  z
    .string()
    .max(4000)
    .transform((text): unknown[] => text.split(','))
    .pipe(z.array(id).min(1).max(most));

const Wanted = z.object({ ids: ids(200), fields: ids(50) });

/** What lists show of students' own fields, and the files in them. */
export function ownFieldRoutes(app: App): void {
  app.get(
    '/students/custom-values',
    { config: may(...maySeeStudents), schema: { querystring: Wanted } },
    async (request, reply) => {
      const { ids: studentIds, fields } = request.query;
      const rows = await request.read((db, actor) => ownValues(db, actor, studentIds, fields));
      return reply.send({ rows });
    },
  );

  customFileRoutes(app, {
    entity: 'student',
    path: 'students',
    maySee: maySeeStudents,
    mayEdit: ['students.create', 'students.edit'],
    groupsIn: (actor, institutionId) => groupsSeen(actor, institutionId, studentGroups),
    async find(tx, actor, studentId) {
      const [student] = await tx
        .select({
          institutionId: students.institutionId,
          health: groupVisibleTo(actor, students, 'health').mapWith(Boolean),
          religion: groupVisibleTo(actor, students, 'religion').mapWith(Boolean),
          private: groupVisibleTo(actor, students, 'private').mapWith(Boolean),
        })
        .from(students)
        .where(and(visibleTo(actor, students), eq(students.id, studentId)));
      if (!student) throw new NotFound('student');
      const groups = fieldGroups.filter((group) => group === 'general' || student[group]);
      return { institutionId: student.institutionId, groups };
    },
  });
}

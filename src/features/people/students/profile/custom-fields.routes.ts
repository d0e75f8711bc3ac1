import { and, eq } from 'drizzle-orm';
import { NotFound } from '#kernel/errors.ts';
import { fieldGroups, groupsSeen } from '#kernel/contracts/field-groups.ts';
import { customValueRoutes } from '#features/records/custom-fields/definition-fields.ts';
import { customFileRoutes } from '#features/records/custom-fields/serve-custom-files.ts';
import type { App } from '#web/routes.ts';
import { studentKind } from '../student-kind.ts';
import { groupVisibleTo, maySeeStudents, studentGroups, visibleTo } from '../students.policy.ts';
import { students } from '../students.schema.ts';

/** Students' custom fields in lists, and their files. */
export function customFieldRoutes(app: App): void {
  customValueRoutes(app, studentKind);
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

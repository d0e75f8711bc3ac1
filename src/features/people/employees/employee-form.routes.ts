import { groupsSeen } from '#kernel/contracts/field-groups.ts';
import { customValueRoutes } from '#features/records/custom-fields/definition-fields.ts';
import { customFileRoutes } from '#features/records/custom-fields/serve-custom-files.ts';
import { PossibleDuplicate } from '#features/records/people/duplicates.ts';
import { documentRoutes } from '#features/records/people/documents/serve-documents.ts';
import { photoRoutes } from '#features/records/people/photos/serve-photos.ts';
import { may, type App } from '#web/routes.ts';
import { findDuplicateEmployees } from './employee-duplicates.ts';
import { employeeKind } from './create-employee.ts';
import { employeeGroups, groupsSeenOf, maySeeEmployees } from './employees.policy.ts';
import { employeeProfile } from './employee-form.queries.ts';

/**
 * The routes around an employee's form: photo, documents, files of custom fields, and possible duplicates.
 */
export function employeeFormRoutes(app: App): void {
  photoRoutes(app, employeeKind);
  documentRoutes(app, employeeKind);

  app.get(
    '/employees/alike',
    { config: may('employees.create', 'employees.edit'), schema: { querystring: PossibleDuplicate } },
    async (request, reply) => {
      const { rows, isMore } = await request.read((db, actor) => findDuplicateEmployees(db, actor, request.query));
      return reply.send({ people: rows.map((one) => ({ ...one, href: `/employees/${one.id}` })), isMore });
    },
  );

  customValueRoutes(app, employeeKind);
  customFileRoutes(app, {
    entity: 'employee',
    path: 'employees',
    maySee: maySeeEmployees,
    mayEdit: ['employees.create', 'employees.edit'],
    async find(tx, actor, employeeId) {
      const { id, institutionId } = await employeeProfile(tx, actor, employeeId);
      return { institutionId, groups: groupsSeenOf(actor, { id, institutionId }) };
    },
    groupsIn: (actor, institutionId) => groupsSeen(actor, institutionId, employeeGroups),
  });
}

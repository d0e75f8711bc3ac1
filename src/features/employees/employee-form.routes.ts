import { groupsSeen } from '#kernel/field-groups.ts';
import { customFileRoutes } from '#features/custom-fields/serve-custom-files.ts';
import { photoRoutes } from '#features/people/serve-photos.ts';
import type { App } from '#web/routes.ts';
import { employeeKind } from './employee-kind.ts';
import { employeeGroups, groupsSeenOf, maySeeEmployees } from './employees.policy.ts';
import { employeeProfile } from './employees.queries.ts';

/** What stands around an employee's form: the photo, and files in own fields. */
export function employeeFormRoutes(app: App): void {
  photoRoutes(app, employeeKind);
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

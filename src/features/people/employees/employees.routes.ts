import { z } from 'zod';
import { institutionInView } from '#kernel/actor.ts';
import { groupsSeen } from '#kernel/contracts/field-groups.ts';
import { id } from '#kernel/schemas.ts';
import { savedMessage } from '#features/records/people/contacts/change-contacts.ts';
import { may, type App } from '#web/routes.ts';
import { CreateEmployee, createEmployee, EditEmployee, editEmployee } from './create-employee.ts';
import { employeeListRoutes } from './employee-list.routes.ts';
import { employeeFormRoutes } from './employee-form.routes.ts';
import { employeeFormProps, employeeToEdit } from './employee-form.queries.ts';
import { employeeForm, noOwnRecord } from './employees.pages.ts';
import { employeeGroups, groupsSeenOf } from './employees.policy.ts';
import { leavingRoutes } from './leaving.routes.ts';
import { employeeProfileRoutes } from './profile.routes.ts';

const params = z.object({ id });

export function employeeRoutes(app: App): void {
  employeeListRoutes(app);

  // The menu entry for the user's own record. Users with several records get the list.
  app.get('/employees/me', { config: may('employees.viewSelf') }, async (request, reply) => {
    const own = await request.read(async (_, actor) => actor.institutions.flatMap(({ employeeIds }) => employeeIds));
    if (own.length === 0) return reply.page(noOwnRecord, {});
    return reply
      .code(302)
      .header('Location', own.length === 1 ? `/employees/${own[0]}` : '/employees')
      .send();
  });

  app.get(
    '/employees/new',
    {
      config: may('employees.create'),
      schema: { querystring: z.object({ institution_id: id.optional(), academic_session: z.unknown().optional() }) },
    },
    async (request, reply) => {
      const props = await request.read((db, actor) => {
        const institutionId = institutionInView(actor, request.query.institution_id, 'employees.create');
        const groups = groupsSeen(actor, institutionId, employeeGroups);
        return employeeFormProps(db, actor, { institutionId, groups }, null);
      });
      return reply.page(employeeForm, props);
    },
  );

  app.post(
    '/employees',
    { config: may('employees.create'), schema: { body: CreateEmployee } },
    async (request, reply) => {
      const employee = await request.write((tx, actor) => createEmployee(tx, actor, request.body));
      return reply
        .flash(`${request.body.firstName} ${request.body.surname} was added as ${employee.employeeNumber}.`)
        .seeOther(`/employees/${employee.id}`);
    },
  );

  // Views of restricted fields are logged, so this read needs a write transaction.
  app.get(
    '/employees/:id/edit',
    { config: may('employees.edit'), schema: { params }, exposeHeadRoute: false },
    async (request, reply) => {
      const props = await request.write(async (tx, actor) => {
        const employee = await employeeToEdit(tx, actor, request.params.id);
        const { institutionId } = employee;
        return employeeFormProps(tx, actor, { institutionId, groups: groupsSeenOf(actor, employee) }, employee);
      });
      return reply.page(employeeForm, props);
    },
  );

  app.post(
    '/employees/:id',
    { config: may('employees.edit'), schema: { params, body: EditEmployee } },
    async (request, reply) => {
      const requested = await request.write((tx, actor) => editEmployee(tx, actor, request.params.id, request.body));
      return reply.flash(savedMessage(requested)).seeOther(`/employees/${request.params.id}`);
    },
  );

  employeeFormRoutes(app);
  employeeProfileRoutes(app);
  leavingRoutes(app);
}

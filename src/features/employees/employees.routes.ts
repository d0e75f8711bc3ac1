import { z } from 'zod';
import { institutionsInView, institutionsWhere } from '#kernel/actor.ts';
import { NotAllowed } from '#kernel/errors.ts';
import { groupsSeen } from '#kernel/field-groups.ts';
import { id } from '#kernel/schemas.ts';
import { filteredReads } from '#features/people/filtered-reads.ts';
import { allowPapers } from '#features/people/expiring-papers.ts';
import { filterQuery } from '#features/custom-fields/flat-filter.ts';
import { exportRoutes } from '#features/custom-fields/serve-exports.ts';
import { defer } from '#web/page.ts';
import { may, type App } from '#web/routes.ts';
import { CreateEmployee, createEmployee } from './create-employee.ts';
import { EditEmployee, editEmployee } from './edit-employee.ts';
import { EmployeeFilter } from './employee-filter.ts';
import { employeeFormRoutes } from './employee-form.routes.ts';
import { employeeFormProps, employeeToEdit } from './employee-form.queries.ts';
import { employeeForm, employeeList, noOwnRecord } from './employees.pages.ts';
import { employeeGroups, employeePapers, groupsSeenOf, maySeeEmployees } from './employees.policy.ts';
import { countEmployees, filterChoices, findEmployees, listEmployees } from './employees.queries.ts';
import { ExportEmployees, exportEmployees, exportedEmployees, mayExportEmployees } from './export-employees.ts';
import { leavingRoutes } from './leaving.routes.ts';
import { employeeProfileRoutes } from './profile.routes.ts';

const params = z.object({ id });
const seeing = may(...maySeeEmployees);

export function employeeRoutes(app: App): void {
  app.get('/employees', { config: seeing, schema: { querystring: EmployeeFilter } }, async (request, reply) => {
    const filter = request.query;
    const { after: _, academic_session: __, ...shown } = filter;
    const reads = filteredReads(request, {
      ...{ entity: 'employee', seeing: maySeeEmployees, filter },
      allow: (actor) => allowPapers(actor, filter, employeePapers),
    });
    // The deferred parts are asked for apart.
    const isWhole = request.headers['x-inertia-partial-data'] === undefined;
    const { rows, after } = await (isWhole ? reads.list : reads.count)((db, actor) => listEmployees(db, actor, filter));
    // Nobody else would ever stand in their list.
    const { actor } = request;
    const isAlone = institutionsWhere(actor, 'employees.view').length === 0;
    if (isAlone && actor.institutions.every(({ employeeIds }) => employeeIds.length === 0))
      return reply.page(noOwnRecord, {});
    return reply.page(employeeList, {
      filter: shown,
      rows,
      next: after && addressOf({ ...filter, after }),
      can: {
        create: institutionsWhere(request.actor, 'employees.create').length > 0,
        cards: institutionsWhere(request.actor, 'employees.export').length > 0,
        import: institutionsWhere(request.actor, 'employees.import').length > 0,
        photos: institutionsWhere(request.actor, 'employees.edit').length > 0,
        export: mayExportEmployees(request.actor, filter.institution_id),
      },
      total: defer(() => reads.count((db, actor) => countEmployees(db, actor, filter))),
      choices: defer(() => reads.read((db, actor) => filterChoices(db, actor, filter.institution_id))),
    });
  });

  app.get(
    '/employees/find',
    { config: seeing, schema: { querystring: z.object({ q: z.string().trim().min(1).max(100) }) } },
    async (request, reply) => {
      const found = await request.read((db, actor) => findEmployees(db, actor, request.query.q));
      return reply.send({
        isMore: found.isMore,
        people: found.rows.map((row) => ({
          name: `${row.surname}, ${[row.firstName, row.middleName].filter(Boolean).join(' ')}`,
          hint: [row.employeeNumber, row.jobTitle].filter(Boolean).join(' · '),
          href: `/employees/${row.id}`,
        })),
      });
    },
  );

  // The menu's way to one's own record; people with several find the list.
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
        const [institutionId] = institutionsInView(actor, request.query.institution_id, 'employees.create');
        if (!institutionId) throw new NotAllowed();
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
        .flash(`${request.body.firstName} ${request.body.surname} is added as ${employee.employeeNumber}.`)
        .go(`/employees/${employee.id}`);
    },
  );

  // Shown restricted fields are written down, so this read is a write.
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
      await request.write((tx, actor) => editEmployee(tx, actor, request.params.id, request.body));
      return reply.flash('The record is saved.').go(`/employees/${request.params.id}`);
    },
  );

  employeeFormRoutes(app);
  employeeProfileRoutes(app);
  leavingRoutes(app);
  exportRoutes(app, exportedEmployees, ExportEmployees, exportEmployees);
}

const addressOf = (filter: EmployeeFilter): string => `/employees?${filterQuery(filter)}`;

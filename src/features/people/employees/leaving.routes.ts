import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { allow, membershipIn } from '#kernel/actor.ts';
import { today } from '#kernel/dates.ts';
import { id } from '#kernel/schemas.ts';
import { serveChoices, employeeChoices } from '#features/records/people/serve-choices.ts';
import { may, type App } from '#web/routes.ts';
import { ReinstateEmployee, reinstateEmployee, rolesEnding, rolesOfBefore } from './reinstate-employee.ts';
import { openWorkOf } from './employee-duplicates.ts';
import { employeeLeave, employeeReturn } from './employees.pages.ts';
import { employeeProfile } from './employee-form.queries.ts';
import { TerminateEmployment, terminateEmployment } from './terminate-employment.ts';

const params = z.object({ id });
const moving = may('employees.changeStatus');

/** Exits and returns: a page that shows the consequences, and the submission. */
export function leavingRoutes(app: App): void {
  app.get('/employees/:id/leave', { config: moving, schema: { params } }, async (request, reply) => {
    const employee = await findMoving(request, request.params.id);
    const { institutionId } = employee;
    const [roles, work] = await request.read((db, actor) =>
      Promise.all([rolesEnding(db, institutionId, employee.id), openWorkOf(db, actor, employee.id)]),
    );
    return reply.page(employeeLeave, {
      employee,
      today: today(membershipIn(request.actor, institutionId)!.timeZone),
      roles: roles.map(({ username, role, staysElsewhere }) => ({ username, role, staysElsewhere })),
      work,
    });
  });

  // Employees who can take over the work.
  serveChoices(app, '/employees/successor-options', 'employees.changeStatus', employeeChoices);

  app.post(
    '/employees/:id/leave',
    { config: moving, schema: { params, body: TerminateEmployment } },
    async (request, reply) => {
      const { name, roles } = await request.write((tx, actor) =>
        terminateEmployment(tx, actor, request.params.id, request.body),
      );
      return reply
        .flash(`${name} has left.${roles ? ' Their roles here have ended.' : ''} The record is kept.`)
        .seeOther(`/employees/${request.params.id}`);
    },
  );

  app.get('/employees/:id/return', { config: moving, schema: { params } }, async (request, reply) => {
    const employee = await findMoving(request, request.params.id);
    const { institutionId } = employee;
    return reply.page(employeeReturn, {
      employee,
      today: today(membershipIn(request.actor, institutionId)!.timeZone),
      roles: await request.read((db, actor) => rolesOfBefore(db, actor, institutionId, employee.id)),
    });
  });

  app.post(
    '/employees/:id/return',
    { config: moving, schema: { params, body: ReinstateEmployee } },
    async (request, reply) => {
      const { name, roles } = await request.write((tx, actor) =>
        reinstateEmployee(tx, actor, request.params.id, request.body),
      );
      return reply
        .flash(
          `${name} is reinstated ${roles ? `with ${roles === 1 ? '1 role' : `${roles} roles`}` : 'without a role'}.`,
        )
        .seeOther(`/employees/${request.params.id}`);
    },
  );
}

/** The employee, for users who can record exits and returns in that institution. */
const findMoving = (request: FastifyRequest, employeeId: number) =>
  request.read(async (db, actor) => {
    const employee = await employeeProfile(db, actor, employeeId);
    allow(actor, 'employees.changeStatus', employee.institutionId);
    return employee;
  });

import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { can, membershipIn, type Actor } from '#kernel/actor.ts';
import { ageOn, today } from '#kernel/dates.ts';
import type { Db, Tx } from '#kernel/database.ts';
import { id } from '#kernel/schemas.ts';
import { recordId } from '#kernel/kept-query.ts';
import { ownFieldsOf } from '#features/custom-fields/own-fields-of.ts';
import { documentsOf } from '#features/people/documents.queries.ts';
import { mayOpenPrivacy } from '#features/people/people.policy.ts';
import { HistoryPage, historyOf, lastChangeOf, readsHistory } from '#features/people/history.queries.ts';
import { may, type App } from '#web/routes.ts';
import { employeeKind } from './employee-kind.ts';
import { privateOf } from './employee-private.queries.ts';
import { signInsOf } from './employee-sign-in.queries.ts';
import { workOf } from './employee-work.queries.ts';
import { employeeProfilePage, type EmployeeProfileProps } from './employees.pages.ts';
import { employeeGroups, groupsSeenOf, isOwn, maySeeEmployees } from './employees.policy.ts';
import { employeeProfile } from './employees.queries.ts';

const params = z.object({ id });
const seeing = may(...maySeeEmployees);

/** One employee's record, a tab an address. */
export function employeeProfileRoutes(app: App): void {
  app.get('/employees/:id', { config: seeing, schema: { params } }, async (request, reply) =>
    reply.page(employeeProfilePage, await profile(request, 'overview')),
  );

  app.get('/employees/:id/work', { config: seeing, schema: { params } }, async (request, reply) =>
    reply.page(
      employeeProfilePage,
      await profile(request, 'work', async (db, actor) => ({ work: await workOf(db, actor, request.params.id) })),
    ),
  );

  // Looking is written down, so this read is a write.
  app.get(
    '/employees/:id/private',
    { config: seeing, schema: { params }, exposeHeadRoute: false },
    async (request, reply) => {
      const found = await request.write((tx, actor) => privateOf(tx, actor, request.params.id, 'record'));
      const props = await profile(request, 'private');
      const { birthDate } = found.fields;
      const age = birthDate ? ageOn(birthDate, dayAt(request.actor, props.employee.institutionId)) : null;
      return reply.page(employeeProfilePage, { ...props, private: { ...found, age } });
    },
  );

  app.get(
    '/employees/:id/documents',
    { config: seeing, schema: { params }, exposeHeadRoute: false },
    async (request, reply) => {
      const documents = await request.write((tx, actor) => documentsOf(tx, actor, employeeKind, request.params.id));
      return reply.page(employeeProfilePage, { ...(await profile(request, 'documents')), documents });
    },
  );

  // What changed in a restricted group is shown here too.
  app.get(
    '/employees/:id/history',
    {
      config: may('audit.view', 'employees.edit'),
      schema: { params, querystring: HistoryPage },
      exposeHeadRoute: false,
    },
    async (request, reply) => {
      const { id: personId } = request.params;
      const props = await profile(request, 'history');
      const page = await request.write((tx, actor) =>
        historyOf(tx, actor, {
          ...{ kind: employeeKind, personId, before: request.query.before },
          groupsIn: (institutionId) => groupsSeenOf(actor, { institutionId, id: personId }),
        }),
      );
      return reply.page(employeeProfilePage, { ...props, ...page });
    },
  );
}

interface Asking {
  params: { id: number };
  actor: Actor;
  read: <T>(work: (db: Db, actor: Actor) => Promise<T>) => Promise<T>;
  write: <T>(work: (tx: Tx, actor: Actor) => Promise<T>) => Promise<T>;
}

const own = ownFieldsOf('employee', () => sql<number>`(select institution_id from employees where id = ${recordId})`);

const dayAt = (actor: Actor, institutionId: number) => today(membershipIn(actor, institutionId)!.timeZone);

async function profile(
  request: Asking,
  tab: EmployeeProfileProps['tab'],
  more: (db: Db, actor: Actor) => Promise<Partial<EmployeeProfileProps>> = async () => ({}),
): Promise<EmployeeProfileProps> {
  const employeeId = request.params.id;
  const general = ['general'] as const;
  const [employee, signIns, lastChange, customFields, custom, rest] = await request.read((db, actor) =>
    Promise.all([
      employeeProfile(db, actor, employeeId),
      signInsOf(db, actor, employeeId),
      lastChangeOf(db, actor, employeeKind, employeeId),
      tab === 'overview' ? own.fields(db, actor, employeeId, general) : [],
      tab === 'overview' ? own.values(db, actor, employeeId, general) : {},
      more(db, actor),
    ]),
  );
  const { actor } = request;
  const may = (permission: Parameters<typeof can>[1]) => can(actor, permission, employee.institutionId);
  const mayMove = may('employees.changeStatus');
  return {
    // Why somebody left is for those who let people leave.
    employee: { ...employee, leavingReason: mayMove ? employee.leavingReason : null },
    tab,
    isOwn: isOwn(actor, employee),
    signIns,
    lastChange,
    customFields,
    custom,
    can: {
      edit: may('employees.edit'),
      leave: mayMove && !employee.leftOn && !isOwn(actor, employee),
      comeBack: mayMove && Boolean(employee.leftOn),
      private: groupsSeenOf(actor, employee).length > 1,
      documents: groupsSeenOf(actor, employee).includes('private'),
      history: readsHistory(actor, employeeKind, employee.institutionId),
      accounts: may('accounts.view'),
      invite: may('accounts.edit') && !employee.leftOn,
      cards: may('employees.export'),
      merge: may('people.merge') && may('employees.edit'),
      privacy: mayOpenPrivacy(
        actor,
        { ...employee, isOwn: isOwn(actor, employee) && may('employees.viewSelf') },
        { edit: 'employees.edit', groups: employeeGroups },
      ),
    },
    ...rest,
  };
}

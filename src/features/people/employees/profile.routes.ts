import { sql } from 'drizzle-orm';
import { can, membershipIn, type Actor } from '#kernel/actor.ts';
import { ageOn, today } from '#kernel/dates.ts';
import type { Db } from '#kernel/database.ts';
import { recordId } from '#kernel/database/cached-query.ts';
import type { Permission } from '#kernel/permissions.ts';
import { customFieldsOf } from '#features/records/custom-fields/serve-custom-files.ts';
import type { HistoryEntry } from '#features/records/people/history.queries.ts';
import { profileRoutes, type Viewing, profileCan } from '#features/records/people/serve-profile.ts';
import type { App } from '#web/routes.ts';
import { employeeKind } from './create-employee.ts';
import { privateOf } from './check-employee.ts';
import { workOf, signInsOf } from './employee-duplicates.ts';
import { employeeProfilePage } from './employees.pages.ts';
import { groupsSeenOf, isOwn } from './employees.policy.ts';
import { employeeProfile } from './employee-form.queries.ts';

/** The routes of an employee's record, one for each tab. */
export const employeeProfileRoutes = (app: App): void =>
  profileRoutes(app, {
    kind: employeeKind,
    page: employeeProfilePage,
    groupsOf: groupsSeenOf,
    ask,
    props: employeeProps,
    tabs: [
      { name: 'overview', load: overviewTab },
      { name: 'work', load: async ({ db, actor, id }) => ({ work: await workOf(db, actor, id) }) },
      { name: 'private', isLogged: true, load: privateTab },
    ],
  });

type Asked = ReturnType<typeof ask>;

const ask = (db: Db, actor: Actor, employeeId: number) => ({
  employee: employeeProfile(db, actor, employeeId),
  signIns: signInsOf(db, actor, employeeId),
});

const own = customFieldsOf(
  'employee',
  () => sql<number>`(select institution_id from employees where id = ${recordId})`,
);

async function overviewTab({ db, actor, id }: Viewing<Asked>) {
  const { fields, values } = await own(db, actor, id, ['general']);
  return { customFields: fields, custom: values };
}

async function privateTab({ db, actor, id, asked }: Viewing<Asked>) {
  const [found, { institutionId }] = await Promise.all([privateOf(db, actor, id, 'record'), asked.employee]);
  const { birthDate } = found.fields;
  const day = today(membershipIn(actor, institutionId)!.timeZone);
  return { private: { ...found, age: birthDate ? ageOn(birthDate, day) : null } };
}

async function employeeProps(actor: Actor, asked: Asked, changed: Promise<HistoryEntry | null>) {
  const [employee, signIns, lastChange] = await Promise.all([asked.employee, asked.signIns, changed]);
  const { institutionId } = employee;
  const may = (permission: Permission) => can(actor, permission, institutionId);
  const mayMove = may('employees.changeStatus');
  const groups = groupsSeenOf(actor, employee);
  const isSelf = isOwn(actor, employee);
  return {
    // The reason for leaving is visible only to users who can record exits.
    employee: { ...employee, leavingReason: mayMove ? employee.leavingReason : null },
    isOwn: isSelf,
    signIns,
    lastChange,
    customFields: [],
    custom: {},
    can: {
      ...profileCan(actor, employeeKind, { institutionId, isOwn: isSelf && may('employees.viewSelf'), groups }),
      leave: mayMove && !employee.leftOn && !isSelf,
      reinstate: mayMove && Boolean(employee.leftOn),
      private: groups.length > 1,
      accounts: may('accounts.view'),
      invite: may('accounts.edit') && !employee.leftOn,
      cards: may('employees.export'),
    },
  };
}

import { and, sql } from 'drizzle-orm';
import type { ReadyDashlet } from '#kernel/contracts/dashlet.ts';
import { birthdaysAhead } from '#features/records/people/birthdays.ts';
import { expiringCount } from '#features/records/people/documents/expiring-count.ts';
import { employees } from '#features/records/people/people.schema.ts';
import { worksHere } from '#features/records/people/serve-choices.ts';
import { groupVisibleTo, maySeeEmployees, visibleTo } from './employees.policy.ts';
import { expiringDocuments } from './expiring-documents.ts';

/** Dates of birth and documents are private. */
const birthdays: ReadyDashlet = {
  key: 'employees.birthdays',
  label: 'Employees’ birthdays',
  place: 151,
  size: 'small',
  may: ['employees.viewPrivate'],
  description: 'Employees with a birthday today or in the next six days.',
  empty: 'No birthdays in the next seven days.',
  load: (db, actor, wanted) =>
    birthdaysAhead(db, actor, wanted, {
      table: employees,
      from: sql`${employees}`,
      href: '/employees/',
      may: maySeeEmployees,
      visible: and(visibleTo(actor, employees, wanted), groupVisibleTo(actor, employees, 'private'), worksHere())!,
    }),
};

const papers: ReadyDashlet = {
  key: 'employees.papers',
  label: 'Employees’ documents that expire',
  place: 161,
  size: 'small',
  may: ['employees.viewPrivate'],
  description: 'Documents of employees that expire within a month, and those that have.',
  empty: 'No documents expire soon.',
  load: (db, actor, wanted) => expiringCount(db, 'employee', expiringDocuments(actor, wanted)),
};

export const employeeDashlets: readonly ReadyDashlet[] = [birthdays, papers];

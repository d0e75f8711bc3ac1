import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { accountNameOf } from '#kernel/account-name.ts';
import { fieldGroups } from '#kernel/contracts/field-groups.ts';
import { declareList, inEachInstitution } from '#kernel/list/declare-list.ts';
import { daysBetween, filterBy } from '#kernel/list/filters.ts';
import { id } from '#kernel/schemas.ts';
import { employees, guardians, readLog, type Entity } from '#features/records/people/people.schema.ts';
import { students } from '#features/people/students/students.schema.ts';

/** The person who had access, with the username of today. */
export const readerName = sql<string>`${accountNameOf(readLog.person, sql`(select username from accounts where id = ${readLog.accountId})`)}`;

// The log keeps no names: these are the names of today.
const subjectName = (entity: Entity, table: typeof students | typeof employees | typeof guardians) =>
  sql`when ${readLog.entity} = ${entity} then (select ${table.surname} || ', ' || ${table.firstName} from ${table}
    where ${table.institutionId} = ${readLog.institutionId} and ${table.id} = ${readLog.subjectId})`;

/** Every view of a person's restricted data, latest first. */
export const accessLog = declareList({
  id: readLog.id,
  visible: inEachInstitution(readLog.institutionId, 'privacy.readLog'),
  filters: {
    reader: filterBy(id, (reader) => eq(readLog.accountId, reader)),
    group: filterBy(z.enum(fieldGroups), (group) => eq(readLog.fieldGroup, group)),
    of: filterBy(z.string().regex(/^(student|employee|guardian):\d{1,16}$/), (of) => {
      const [entity, subjectId] = of.split(':') as [Entity, string];
      return and(eq(readLog.entity, entity), eq(readLog.subjectId, Number(subjectId)));
    }),
    ...daysBetween(readLog.at),
  },
  select: (db) =>
    db
      .select({
        id: readLog.id,
        institutionId: readLog.institutionId,
        at: readLog.at,
        accountId: readLog.accountId,
        person: readerName,
        entity: readLog.entity,
        subjectId: readLog.subjectId,
        subject: sql<string | null>`case ${subjectName('student', students)} ${subjectName('employee', employees)}
          ${subjectName('guardian', guardians)} end`,
        fieldGroup: readLog.fieldGroup,
        place: readLog.place,
        filter: readLog.filter,
      })
      .from(readLog),
});
export type AccessLogRow = Awaited<ReturnType<typeof accessLog.readPage>>['rows'][number];

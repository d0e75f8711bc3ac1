import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { pick } from '#kernel/database.ts';
import { declareList, inEachInstitution } from '#kernel/list/declare-list.ts';
import { daysBetween, filterBy } from '#kernel/list/filters.ts';
import { id } from '#kernel/schemas.ts';
import { auditEntries } from '#kernel/tables.ts';
import { placesNamed } from '#features/records/geography/name-places.ts';

/** The log, latest first. */
export const auditList = declareList({
  id: auditEntries.id,
  visible: inEachInstitution(auditEntries.institutionId, 'audit.view'),
  filters: {
    person: filterBy(id, (person) => eq(auditEntries.accountId, person)),
    action: filterBy(z.string().regex(/^[a-zA-Z_.-]{1,60}$/), isOfAction),
    ...daysBetween(auditEntries.at),
    subject: filterBy(z.string().regex(/^[a-z_]{1,40}:\d{1,16}$/), (subject) => {
      const [type = '', subjectId = ''] = subject.split(':');
      return and(eq(auditEntries.subjectType, type), eq(auditEntries.subjectId, Number(subjectId)));
    }),
  },
  select: (db) =>
    db
      .select({
        id: auditEntries.id,
        institutionId: auditEntries.institutionId,
        at: sql<string>`to_char(${auditEntries.at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
        ...pick(auditEntries, 'accountId', 'person', 'username', 'action', 'summary', 'subjectType', 'subjectId'),
        // Changes to restricted groups are shown only on the record, to users with access to the group.
        details: placesNamed(sql`akada_told(${auditEntries.details})`),
      })
      .from(auditEntries),
});
export type AuditRow = Awaited<ReturnType<typeof auditList.readPage>>['rows'][number];

/** What people did for themselves or their own family where that is allowed. */
const ownFamilyActs = 'ownFamily';

/** One action by its name, or all of an area. */
function isOfAction(action: string) {
  if (action.includes('.')) return eq(auditEntries.action, action);
  if (action === ownFamilyActs) return sql`${auditEntries.details} ? 'ownFamily'`;
  if (action === 'imports') return sql`split_part(${auditEntries.action}, '.', 2) = 'import'`;
  return sql`starts_with(${auditEntries.action}, ${`${action}.`})`;
}

import { accountNameOf } from '#kernel/account-name.ts';
import { and, desc, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { institutionsInView, membershipIn, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { fieldGroups } from '#kernel/field-groups.ts';
import { day, id, said } from '#kernel/schemas.ts';
import { employees, guardians, readLog, type Entity } from '#features/people/people.schema.ts';
import { students } from '#features/students/students.schema.ts';

/** What the address of the reading log says. */
export const ReadFilter = z.object({
  institution_id: id.optional(),
  academic_session: z.unknown().optional(),
  reader: said(id),
  group: said(z.enum(fieldGroups)),
  of: said(z.string().regex(/^(student|employee|guardian):\d{1,15}$/)),
  from: said(day),
  to: said(day),
  after: said(id),
});
export type ReadFilter = z.infer<typeof ReadFilter>;

const pageSize = 50;

// Who it was: the names of today, for the log itself keeps none.
const subjectName = (entity: Entity, table: typeof students | typeof employees | typeof guardians) =>
  sql`when ${readLog.entity} = ${entity} then (select ${table.surname} || ', ' || ${table.firstName} from ${table}
    where ${table.institutionId} = ${readLog.institutionId} and ${table.id} = ${readLog.subjectId})`;

const columns = {
  id: readLog.id,
  institutionId: readLog.institutionId,
  at: readLog.at,
  accountId: readLog.accountId,
  person: sql<string>`${accountNameOf(readLog.person, sql`(select username from accounts where id = ${readLog.accountId})`)}`,
  entity: readLog.entity,
  subjectId: readLog.subjectId,
  subject: sql<string | null>`case ${subjectName('student', students)} ${subjectName('employee', employees)}
    ${subjectName('guardian', guardians)} end`,
  fieldGroup: readLog.fieldGroup,
  place: readLog.place,
  filter: readLog.filter,
};

/** One page of who looked at whose private data, latest first, and the id to go on from. */
export async function listReads(db: Db, actor: Actor, filter: ReadFilter) {
  const parts = institutionsInView(actor, filter.institution_id, 'privacy.readLog').map((institutionId) =>
    db
      .select(columns)
      .from(readLog)
      .where(
        and(
          eq(readLog.institutionId, institutionId),
          ...conditions(filter, membershipIn(actor, institutionId)!.timeZone),
        ),
      )
      .orderBy(desc(readLog.id))
      .limit(pageSize + 1),
  );
  const found = (await Promise.all(parts)).flat().sort((a, b) => b.id - a.id);
  const rows = found.slice(0, pageSize);
  return { rows, after: found.length > pageSize ? rows.at(-1)!.id : null };
}
export type ReadRow = Awaited<ReturnType<typeof listReads>>['rows'][number];

function conditions({ reader, group, of, from, to, after }: ReadFilter, timeZone: string): SQL[] {
  const [entity, subjectId] = of?.split(':') ?? [];
  return [
    after && sql`${readLog.id} < ${after}`,
    reader && eq(readLog.accountId, reader),
    group && eq(readLog.fieldGroup, group),
    entity && and(eq(readLog.entity, entity as Entity), eq(readLog.subjectId, Number(subjectId))),
    from && sql`${readLog.at} >= ${from}::date::timestamp at time zone ${timeZone}`,
    to && sql`${readLog.at} < (${to}::date + 1)::timestamp at time zone ${timeZone}`,
  ].filter((one) => one !== undefined) as SQL[];
}

/** Who is in the log, for the filter: each account once, by the latest name it had there. */
export async function readersOf(db: Db, actor: Actor, wanted?: number) {
  const ids = institutionsInView(actor, wanted, 'privacy.readLog');
  const rows = await db
    .selectDistinctOn([readLog.accountId], { id: readLog.accountId, name: columns.person })
    .from(readLog)
    .where(and(inArray(readLog.institutionId, ids), sql`${readLog.accountId} is not null`))
    .orderBy(readLog.accountId, desc(readLog.id))
    .limit(200);
  return rows
    .map(({ id: account, name }) => ({ id: account!, name }))
    .sort((one, other) => one.name.localeCompare(other.name));
}

import { accountNameOf } from '#kernel/account-name.ts';
import { bounded } from '#kernel/bounded.ts';
import { choicesShown, type Choice, type Choices } from '#kernel/choices.ts';
import { and, desc, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { institutionsInView, membershipIn, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { fieldGroups } from '#kernel/field-groups.ts';
import { day, id, said } from '#kernel/schemas.ts';
import { employees, guardians, readLog, type Entity } from '#features/people/people.schema.ts';
import { matches, patternsOf } from '#features/people/search-patterns.ts';
import { wordsIn } from '#features/people/search-words.ts';
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

/**
 * Who stands in the log of these institutions, with the name of the last time. Each reader is found by one step along the
 * index behind the one before, however many lines there are of each.
 */
const readersIn = (institutionIds: number[]) => sql`
  with recursive readers as (
    select place.id as institution_id, (select min(l.account_id) from read_log l where l.institution_id = place.id) as account_id
    from unnest(${sql.param(institutionIds)}::int[]) place (id)
    union all
    select r.institution_id, (select min(l.account_id) from read_log l
      where l.institution_id = r.institution_id and l.account_id > r.account_id)
    from readers r where r.account_id is not null)
  select distinct on (r.account_id) r.account_id as id, ${accountNameOf(sql`l.person`, sql`(select username from accounts where id = r.account_id)`)} as name
  from readers r
  cross join lateral (select id, person from read_log l where l.institution_id = r.institution_id and l.account_id = r.account_id
    order by l.id desc limit 1) l
  where r.account_id is not null
  order by r.account_id, l.id desc`;

/** Readers whose name or username holds every word typed, by name. */
export async function readerChoices(
  db: Db,
  { institutionIds, q }: { institutionIds: number[]; q: string },
): Promise<Choices> {
  const holdsAll = patternsOf(wordsIn(q)).map((some) => matches(sql`akada_searchable(name)`, some));
  const { rows, isMore } = await bounded(choicesShown, async (limit) => {
    const found = await db.execute<{
      id: number;
      name: string;
    }>(sql`select id, name from (${readersIn(institutionIds)}) readers
      where ${and(sql`true`, ...holdsAll)} order by akada_searchable(name), id limit ${limit}`);
    return found.rows;
  });
  return { choices: rows.map(({ id: reader, name }) => ({ value: String(reader), label: name })), isMore };
}

/** Who an address names, as the log calls the person; null where it is nobody in the log. */
export async function findReader(db: Db, institutionIds: number[], reader: number): Promise<Choice | null> {
  const [row] = await db
    .select({ name: columns.person })
    .from(readLog)
    .where(and(inArray(readLog.institutionId, institutionIds), eq(readLog.accountId, reader)))
    .orderBy(desc(readLog.id))
    .limit(1);
  return row ? { value: String(reader), label: row.name } : null;
}

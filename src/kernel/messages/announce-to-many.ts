import { sql, type SQL } from 'drizzle-orm';
import { query, withoutNestedLoops, type Tx } from '../database.ts';
import { wakeOnCommit } from '../look-for-work.ts';
import { recipientsQuery } from './event-recipients.ts';
import { needsOf, type MessageEvent } from './events.ts';
import { pricedFrom, queueFrom, normalPriority } from './queue.ts';
import type { Switch } from './switches.ts';

export interface Many {
  /** What is switched on. */
  on: readonly Switch[];
  /** Queries of ids; guardians are those of the students. Null for none. */
  students: SQL | null;
  employees: SQL | null;
  /** The same for everybody. */
  fields: Readonly<Record<string, string>>;
}

/**
 * Writes SMS and e-mails about an event that is the same for thousands of people, in one statement. A number gets one
 * message, which names all its children if the text names them.
 */
export async function announceToMany(tx: Tx, institutionId: number, event: MessageEvent, many: Many): Promise<void> {
  const messages = messagesToMany(institutionId, event, many);
  if (!messages) return;
  wakeOnCommit(tx, 'outbox');
  await withoutNestedLoops(tx, () => tx.execute(queueFrom(institutionId, messages)));
}

/** The messages of one channel. */
export interface CostOfMany {
  channel: 'sms' | 'email';
  /** Without numbers and addresses that are blocked. */
  messages: number;
  parts: number;
  /** In minor units, of those that have a price. */
  price: number;
  /** SMS without a price. */
  unpriced: number;
  /** They stay in the outbox, because no provider is on. */
  isKept: boolean;
}

/** What `announceToMany` would write, and what that costs. Nothing is written. */
export async function costOfMany(
  tx: Tx,
  institutionId: number,
  event: MessageEvent,
  many: Many,
): Promise<CostOfMany[]> {
  const messages = messagesToMany(institutionId, event, many);
  if (!messages) return [];
  return withoutNestedLoops(tx, () =>
    query<CostOfMany>(
      tx,
      sql`select channel, count(*)::int as messages, coalesce(sum(parts), 0)::int as parts, coalesce(sum(price), 0)::float8 as price,
          count(*) filter (where channel = 'sms' and price is null)::int as unpriced, bool_or(state = 'kept') as "isKept"
        from (${pricedFrom(institutionId, messages)}) m where state <> 'stopped' group by channel order by channel desc`,
    ),
  );
}

/** Null if nothing is switched on, or nobody is meant. */
function messagesToMany(
  institutionId: number,
  event: MessageEvent,
  { on, students, employees, fields }: Many,
): SQL | null {
  const cells = on.flatMap(({ audience, channel, text }) =>
    channel === 'notice' ? [] : [{ audience, channel, text, needs: needsOf(event, text) }],
  );
  const recipients = recipientsQuery(institutionId, event, {
    wanted: cells,
    students,
    employees,
  });
  if (!recipients) return null;
  const first = (column: SQL) =>
    sql`(array_agg(${column} order by r.kind, r."studentId", r."guardianId", r."employeeId"))[1]`;
  const filled = (text: SQL) =>
    Object.entries(fields).reduce(
      (so, [name, value]) => sql`replace(${so}, ${`{${name}}`}, ${value})`,
      ['student', 'first_name', 'number', 'guardian', 'employee', 'school'].reduce(
        (so, name) => sql`replace(${so}, ${`{${name}}`}, coalesce(m.${sql.identifier(name)}, ''))`,
        text,
      ),
    );
  return sql`
    select m.place as at, m.channel, m.recipient, case m.channel when 'email' then ${filled(sql`${event.subject}::text`)} end as subject,
      ${filled(sql`m.text`)} as body, ${event.key}::text as event, null::bigint as account_id, null::text as key_kind,
      null::bigint as application_id, m.needs, m.guardian_id, m.employee_id, m.student_id, ${normalPriority}::smallint as priority, null::jsonb as template
    from (
      select row_number() over (order by min(r.kind), lower(r.address), r.channel, c.text) as place, r.channel, c.text, c.needs,
        ${first(sql`r.address`)} as recipient, ${first(sql`r."guardianId"`)} as guardian_id,
        ${first(sql`r."employeeId"`)} as employee_id, ${first(sql`r."studentId"`)} as student_id,
        ${listed(sql`r.student`)} as student, ${listed(sql`r.first_name`)} as first_name, ${listed(sql`r.number`)} as number,
        ${first(sql`r.guardian`)} as guardian, ${first(sql`r.employee`)} as employee,
        (select name from institutions where id = ${institutionId}) as school
      from (${recipients}) r
      join jsonb_to_recordset(${JSON.stringify(cells)}::jsonb) as c(audience text, channel text, text text, needs text)
        on c.audience = r.audience and c.channel = r.channel
      group by r.channel, lower(r.address), c.text, c.needs) m`;
}

/** 'Ada, Tunde and Zainab'. */
const listed = (name: SQL) =>
  sql`replace(regexp_replace(array_to_string(array_agg(distinct ${name}), chr(31)), chr(31) || '([^' || chr(31) || ']*)$', ' and \\1'),
    chr(31), ', ')`;

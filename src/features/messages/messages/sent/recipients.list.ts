import { and, between, eq, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { institutionsInView, membershipIn, type Actor } from '#kernel/actor.ts';
import { isOneOf } from '#kernel/database.ts';
import { declareList } from '#kernel/list/declare-list.ts';
import { filterBy, searchText } from '#kernel/list/filters.ts';
import { choice, id } from '#kernel/schemas.ts';
import type { Permission } from '#kernel/permissions.ts';
import { outbox } from '#kernel/messages/messages.schema.ts';
import { isSourceVisible } from '#kernel/messages/readable.ts';
import { outboxStates } from '#kernel/messages/states.ts';
import { visibleTo as visibleEmployees } from '#features/people/employees/employees.policy.ts';
import { visibleTo as visibleGuardians } from '#features/people/guardians/guardians.policy.ts';
import { employees, findableEmployees, findableGuardians, guardians } from '#features/records/people/people.schema.ts';
import { matches, patternsOf, wordsIn } from '#features/records/people/search-patterns.ts';
import { studentsMatching } from '#features/people/students/export-students.ts';
import { visibleTo as visibleStudents } from '#features/people/students/students.policy.ts';
import { students } from '#features/people/students/students.schema.ts';
import { maySeeMessages } from '../messages.policy.ts';

/** Whether the actor may know who the recipients of one message are, asked once for all of them. */
const areNameable = (actor: Actor, message: number): SQL =>
  sql`(select ${isSourceVisible(actor, { institutionId: sql`m.institution_id`, needs: sql`m.audience_needs` })}
    from messages m where m.id = ${message})`;

/** The recipients of messages that the actor can see. Their names need `areNameable`, which the filter by message asks. */
const visible = (actor: Actor, wanted?: number) =>
  institutionsInView(actor, wanted, ...maySeeMessages).map((institutionId) => {
    const here = eq(outbox.institutionId, institutionId);
    if (membershipIn(actor, institutionId)!.permissions.has('messages.view')) return { where: here };
    const own = sql`exists (select from messages m where m.institution_id = outbox.institution_id
      and m.id = outbox.message_id and m.account_id = ${actor.accountId})`;
    return { where: and(here, own) };
  });

/** People whose name or number matches, by the indexes of their lists. */
function named(text: string): SQL {
  const patterns = patternsOf(wordsIn(text));
  if (patterns.length === 0) return sql`true`;
  const among = (table: typeof findableGuardians | typeof findableEmployees) =>
    sql`array(select ${table.id} from ${table} where ${and(...patterns.map((pattern) => matches(table.searchText, pattern)))})`;
  return sql`(outbox.guardian_id = any (${among(findableGuardians)}) or outbox.employee_id = any (${among(findableEmployees)})
    or outbox.guardian_id is null and outbox.student_id = any (array(${studentsMatching(text)})))`;
}

const nameFrom = (
  table: string,
  key: string,
) => sql`(select concat_ws(', ', p.surname, concat_ws(' ', p.first_name, p.middle_name))
  from ${sql.identifier(table)} p where p.institution_id = outbox.institution_id and p.id = outbox.${sql.identifier(key)})`;

/** The recipient’s name. */
export const recipientName = sql<string>`case when outbox.guardian_id is not null then ${nameFrom('guardians', 'guardian_id')}
  when outbox.employee_id is not null then ${nameFrom('employees', 'employee_id')}
  else coalesce(${nameFrom('students', 'student_id')}, 'Erased') end`;

/** The student whom a message to a guardian is about. */
export const aboutStudent = sql<string | null>`case when outbox.guardian_id is not null then (
  select concat_ws(' ', s.first_name, s.surname) from students s
  where s.institution_id = outbox.institution_id and s.id = outbox.student_id) end`;

/**
 * The number or address, for users who can see that of the record. Who sees all records needs no look at each, and a
 * statement without these looks is begun faster.
 */
export function shownAddress(actor: Actor, wanted?: number) {
  const shownIn = institutionsInView(actor, wanted, ...maySeeMessages);
  const of = (key: SQL, all: Permission, table: SQLWrapper, isVisible: SQL) => {
    const everywhere = institutionsInView(actor, wanted, all);
    if (shownIn.every((id) => everywhere.includes(id))) return sql`when ${key} is not null then outbox.recipient`;
    const seen = sql`(select outbox.recipient from ${table} where ${table}.institution_id = outbox.institution_id
      and ${table}.id = ${key} and ${isVisible})`;
    const shown = everywhere.length
      ? sql`case when ${isOneOf(sql`outbox.institution_id`, everywhere)} then outbox.recipient else ${seen} end`
      : seen;
    return sql`when ${key} is not null then ${shown}`;
  };
  return sql<string | null>`case when outbox.channel = 'notice' then null
    ${of(sql`outbox.guardian_id`, 'guardians.view', guardians, visibleGuardians(actor, guardians, wanted))}
    ${of(sql`outbox.employee_id`, 'employees.view', employees, visibleEmployees(actor, employees, wanted))}
    ${of(sql`outbox.student_id`, 'students.view', students, visibleStudents(actor, students, wanted))} end`;
}

const stateLabels = Object.fromEntries(Object.entries(outboxStates).map(([key, { label }]) => [key, label])) as Record<
  keyof typeof outboxStates,
  string
>;

/** The recipients of one message, by name: rows of the queue were written from the last name to the first. */
export const recipientList = declareList({
  isKept: true,
  staysJson: true,
  // Each row looks up two people, and the numbers above are what most people open the page for.
  pageSize: 25,
  id: outbox.id,
  within: outbox.messageId,
  visible,
  filters: {
    q: filterBy(searchText, named),
    state: filterBy(choice(stateLabels), (state) => eq(outbox.state, state)),
    message: filterBy(id, (message, _, { actor }) =>
      and(between(outbox.messageId, message, message), areNameable(actor, message)),
    ),
  },
  select: (db, actor, wanted) =>
    db
      .select({
        id: outbox.id,
        institutionId: outbox.institutionId,
        channel: outbox.channel,
        state: outbox.state,
        failure: outbox.failure,
        parts: outbox.parts,
        network: outbox.network,
        price: outbox.price,
        name: recipientName,
        student: aboutStudent,
        address: shownAddress(actor, wanted),
        body: sql<string | null>`case when ${isSourceVisible(actor, outbox)} then left(${outbox.body}, 1000) end`,
        stateAt: sql<
          string | null
        >`to_char(coalesce(${outbox.stateAt}, ${outbox.createdAt}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
      })
      .from(outbox),
});
export type RecipientOfMessage = Awaited<ReturnType<typeof recipientList.readPage>>['rows'][number];

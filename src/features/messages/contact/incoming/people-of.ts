import { sql, type SQL } from 'drizzle-orm';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import { withTable } from '#kernel/database/with-table.ts';
import { incomingMessages } from '../contact.schema.ts';

const at = withTable(incomingMessages.institutionId);
const address = withTable(incomingMessages.address);

const fullName = (of: string) => sql.raw(`concat_ws(' ', ${of}.first_name, ${of}.surname)`);

/** The person to whom the answered message went, and the student it was about. */
const addressee = sql`(select case when g.id is not null and s.id is not null then ${fullName('g')} || ' (about ' || ${fullName('s')} || ')'
    else coalesce(nullif(${fullName('g')}, ''), nullif(${fullName('e')}, ''), nullif(${fullName('s')}, '')) end
  from outbox o
  left join guardians g on (g.institution_id, g.id) = (o.institution_id, o.guardian_id)
  left join employees e on (e.institution_id, e.id) = (o.institution_id, o.employee_id)
  left join students s on (s.institution_id, s.id) = (o.institution_id, o.student_id)
  where o.institution_id = ${at} and o.id = ${withTable(incomingMessages.outboxId)})`;

/** Everybody on the records who has the number. */
const byNumber = sql`(select string_agg(p.name, ', ') from (
  select ${fullName('g')} as name from guardians g
    where g.institution_id = ${at} and ${address} in (g.mobile, g.phone) and g.merged_into_id is null
  union select ${fullName('s')} from students s
    where s.institution_id = ${at} and ${address} in (s.mobile, s.phone) and s.merged_into_id is null
  union select ${fullName('e')} from employees e
    where e.institution_id = ${at} and ${address} in (e.mobile, e.phone) and e.merged_into_id is null) p)`;

/** The likely author: for the office everybody with the number, for a sender the recipient of the answered message. */
export const peopleOf = (actor: Actor): SQL<string | null> =>
  sql<string | null>`case when ${at} = any (${sql.param(institutionsWhere(actor, 'contact.replies'))}::int[])
    then coalesce(${byNumber}, ${addressee}) else ${addressee} end`;

import { sql } from 'drizzle-orm';
import { can, type Actor } from '#kernel/actor.ts';
import { bounded } from '#kernel/database/bounded.ts';
import { query, type Db } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { masked } from '#features/access/accounts/invitations/contacts.ts';
import { isOpen, visibleTo } from '#features/records/approvals/approvals.queries.ts';
import { approvals } from '#features/records/approvals/approvals.schema.ts';
import { inviteeKinds, type InviteeEntity } from './kinds.ts';
import { approvalNames } from './sort-out/waiting-people.ts';

const pageSize = 50;

/** A waiting request to invite many people, for everybody who sees it among the approvals. */
export async function findRequested(db: Db, actor: Actor, id: number) {
  const [found] = await db
    .select({
      id: approvals.id,
      institutionId: approvals.institutionId,
      entity: sql<InviteeEntity>`${approvals.payload} ->> 'entity'`,
      role: sql<string>`${approvals.payload} ->> 'role'`,
      total: sql<number>`jsonb_array_length(${approvals.payload} -> 'people')`,
    })
    .from(approvals)
    .where(requested(actor, id));
  if (!found) throw new NotFound('request');
  return found;
}

interface RequestedRow extends Record<string, unknown> {
  id: string;
  name: string;
  email: string | null;
  phone: string | null;
}

/** The people of a request with the contacts on their records, fifty at a time. */
export async function requestedPeople(
  db: Db,
  actor: Actor,
  { id, entity, institutionId }: { id: number; entity: InviteeEntity; institutionId: number },
  after: number | undefined,
) {
  const { table } = inviteeKinds[entity];
  const { rows, isMore } = await bounded(pageSize, (limit) =>
    query<RequestedRow>(
      db,
      sql`select ${table.id} as id, ${table.surname} || ', ' || ${table.firstName} as name, lower(${table.email}) as email,
          coalesce(${table.mobile}, ${table.phone}) as phone
        from ${approvals} cross join lateral jsonb_array_elements_text(${approvals.payload} -> 'people') person(id)
        join ${table} on ${table.institutionId} = ${institutionId} and ${table.id} = person.id::bigint
        where ${requested(actor, id)} and ${table.id} > ${after ?? 0}::bigint
        order by ${table.id} limit ${limit}`,
    ),
  );
  const isShown = can(actor, entity === 'guardian' ? 'guardians.view' : 'employees.view', institutionId);
  const people = rows.map(({ id: personId, name, email, phone }) => ({
    id: Number(personId),
    name,
    contacts: isShown ? [email, phone].filter((contact) => contact !== null).join(' and ') : masked({ email, phone }),
  }));
  return { rows: people, after: isMore ? people.at(-1)!.id : null };
}
export type RequestedPerson = Awaited<ReturnType<typeof requestedPeople>>['rows'][number];

const requested = (actor: Actor, id: number) =>
  sql`${visibleTo(actor)} and ${isOpen} and ${approvals.id} = ${id}
    and ${approvals.kind} in (${approvalNames.guardian}, ${approvalNames.employee})`;

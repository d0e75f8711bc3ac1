import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { query, type Tx } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import type { LeaveHalf, LeaveState } from '../leave-kinds.ts';
import { visibleRequests } from '../leave.policy.ts';

export interface LockedRequest {
  id: number;
  institutionId: number;
  employeeId: number;
  typeId: number;
  startsOn: string;
  endsOn: string;
  half: LeaveHalf | null;
  state: LeaveState;
  fileId: number | null;
  askedBy: number | null;
}

/** Locks a request with its employee, whose days are counted; NotFound if the actor may not see it. */
export async function lockRequest(tx: Tx, actor: Actor, id: number): Promise<LockedRequest> {
  const where = sql`r.id = ${id}::bigint and ${visibleRequests(actor)}`;
  await tx.execute(sql`select from employees e where (e.institution_id, e.id) in
    (select r.institution_id, r.employee_id from leave_requests r where ${where}) for no key update`);
  const [request] = await query<LockedRequest>(
    tx,
    sql`select r.id::int, r.institution_id as "institutionId", r.employee_id::int as "employeeId", r.type_id::int as "typeId",
        r.starts_on::text as "startsOn", r.ends_on::text as "endsOn", r.half, r.state, r.file_id::int as "fileId",
        r.asked_by::int as "askedBy"
      from leave_requests r where ${where} for no key update`,
  );
  if (!request) throw new NotFound('leave request');
  return request;
}

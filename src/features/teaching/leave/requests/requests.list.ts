import { eq, sql } from 'drizzle-orm';
import { declareList, inInstitutions } from '#kernel/list/declare-list.ts';
import { filterBy, searchIn } from '#kernel/list/filters.ts';
import { choice } from '#kernel/schemas.ts';
import { employees } from '#features/records/people/people.schema.ts';
import { leaveStates } from '../leave-kinds.ts';
import { leaveRequests, leaveTypes } from '../leave.schema.ts';
import { hasKey, pick } from '#kernel/database.ts';

/** Those that wait, the earliest leave first; then the others, the latest first. */
const order = sql<string>`(case when leave_requests.state = 'asked' then '0' || to_char(leave_requests.starts_on, 'YYYYMMDD')
  else '1' || (99999999 - to_char(leave_requests.starts_on, 'YYYYMMDD')::int) end) collate "C"`;

/** All requests for leave, for those who decide. */
export const requestList = declareList({
  id: leaveRequests.id,
  sortKey: order,
  visible: inInstitutions(leaveRequests.institutionId, 'leave.approve'),
  filters: {
    q: searchIn(employees.surname, employees.firstName, employees.employeeNumber),
    state: filterBy(choice(leaveStates), (state) => eq(leaveRequests.state, state)),
  },
  select: (db) =>
    db
      .select({
        ...pick(leaveRequests, 'id', 'institutionId', 'startsOn', 'endsOn', 'half', 'days', 'state'),
        sortKey: order,
        employee: sql<string>`${employees.surname} || ', ' || ${employees.firstName}`,
        department: employees.department,
        // Each reading of a restricted type is logged: it stands on the request alone.
        type: sql<string | null>`case when not ${leaveTypes.isRestricted} then ${leaveTypes.name} end`,
        hasPaper: sql<boolean>`${leaveRequests.fileId} is not null`,
      })
      .from(leaveRequests)
      .innerJoin(employees, hasKey(employees, leaveRequests.institutionId, leaveRequests.employeeId))
      .innerJoin(leaveTypes, hasKey(leaveTypes, leaveRequests.institutionId, leaveRequests.typeId)),
});
export type RequestRow = Awaited<ReturnType<typeof requestList.readPage>>['rows'][number];

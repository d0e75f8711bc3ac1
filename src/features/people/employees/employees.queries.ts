import { and, eq } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { cachedQuery, recordId } from '#kernel/database/cached-query.ts';
import { employees } from '#features/records/people/people.schema.ts';
import { visibleTo } from './employees.policy.ts';

const overview = {
  id: employees.id,
  institutionId: employees.institutionId,
  employeeNumber: employees.employeeNumber,
  title: employees.title,
  surname: employees.surname,
  firstName: employees.firstName,
  middleName: employees.middleName,
  gender: employees.gender,
  email: employees.email,
  phone: employees.phone,
  mobile: employees.mobile,
  category: employees.category,
  department: employees.department,
  position: employees.position,
  jobTitle: employees.jobTitle,
  qualification: employees.qualification,
  educationalQualification: employees.educationalQualification,
  graduationYear: employees.graduationYear,
  employedOn: employees.employedOn,
  leftOn: employees.leftOn,
  leavingReason: employees.leavingReason,
  photoId: employees.photoId,
  updatedAt: employees.updatedAt,
};

/** The fields visible to everyone who can see an employee. Restricted groups are in employee-private.queries.ts. */
export async function employeeProfile(db: Db, actor: Actor, employeeId: number) {
  const [row] = await overviews(db, actor, {}, { id: employeeId });
  if (!row) throw new NotFound('employee');
  return row;
}
const overviews = cachedQuery((db, actor) =>
  db
    .select(overview)
    .from(employees)
    .where(and(visibleTo(actor, employees), eq(employees.id, recordId))),
);
export type EmployeeProfile = Awaited<ReturnType<typeof employeeProfile>>;

import { and, eq, inArray, or, sql, type SQL } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import type { GroupPermissions } from '#kernel/field-groups.ts';
import type { Permission } from '#kernel/permissions.ts';
import { employeeGroups, visibleTo as visibleEmployees } from '#features/employees/employees.policy.ts';
import { guardianGroups, visibleTo as visibleGuardians } from '#features/guardians/guardians.policy.ts';
import { employees, guardians, type Entity } from '#features/people/people.schema.ts';
import { studentGroups, visibleTo as visibleStudents } from '#features/students/students.policy.ts';
import { students } from '#features/students/students.schema.ts';

type Table = typeof students | typeof employees | typeof guardians;

interface Kind {
  entity: Entity;
  table: Table;
  /** Seeing oneself, or a child of one's own. */
  seesSelf: Permission;
  visibleTo: (actor: Actor) => SQL;
  edit: Permission;
  /** Behind each restricted group of columns and own fields. */
  groups: GroupPermissions;
  /** What is typed to confirm an erasure, and how the log calls who was erased. */
  number: SQL<string>;
  numberWord: string;
  /** Says why the person cannot be erased yet. */
  stays: SQL<string | null>;
}

/** The kinds of people by the word of their addresses. */
export const kinds = {
  students: {
    entity: 'student',
    table: students,
    seesSelf: 'students.viewSelf',
    visibleTo: (actor) => visibleStudents(actor, students),
    edit: 'students.edit',
    groups: studentGroups,
    number: sql<string>`${students.admissionNumber}`,
    numberWord: 'admission number',
    stays: sql<string | null>`case when ${students.status} in ('active', 'suspended', 'applicant')
      then 'A student who is here cannot be erased. Withdraw or transfer the student first.' end`,
  },
  employees: {
    entity: 'employee',
    table: employees,
    seesSelf: 'employees.viewSelf',
    visibleTo: (actor) => visibleEmployees(actor, employees),
    edit: 'employees.edit',
    groups: employeeGroups,
    number: sql<string>`${employees.employeeNumber}`,
    numberWord: 'employee number',
    stays: sql<string | null>`case when ${employees.leftOn} is null
      then 'Somebody who works here cannot be erased. Let the employee leave first.' end`,
  },
  guardians: {
    entity: 'guardian',
    table: guardians,
    seesSelf: 'guardians.viewSelf',
    visibleTo: (actor) => visibleGuardians(actor, guardians),
    edit: 'guardians.edit',
    groups: guardianGroups,
    number: sql<string>`${guardians.surname}`,
    numberWord: 'surname',
    // Written out: in a select from one table alone, drizzle would write a column without its table.
    stays: sql<string | null>`case when exists (select from student_guardians l
        join students s on (s.institution_id, s.id) = (l.institution_id, l.student_id)
        where (l.institution_id, l.guardian_id) = (guardians.institution_id, guardians.id)
        and s.status in ('active', 'suspended', 'applicant') and s.merged_into_id is null)
      then 'A child of this guardian is still here. Erase the guardian once no child is.' end`,
  },
} satisfies Record<string, Kind>;
export type KindKey = keyof typeof kinds;
export const kindKeys = Object.keys(kinds) as KindKey[];

/** Who this is about, for whom the actor may see; `isOwn`: it is the actor, or a child of the actor. */
export async function findSubject(db: Db, actor: Actor, key: KindKey, personId: number) {
  const kind: Kind = kinds[key];
  const { table } = kind;
  const [row] = await db
    .select({
      institutionId: table.institutionId,
      id: table.id,
      surname: table.surname,
      firstName: table.firstName,
      middleName: table.middleName,
      sortName: table.sortName,
      phone: table.phone,
      mobile: table.mobile,
      email: table.email,
      number: kind.number,
      stays: kind.stays,
      anonymisedAt: table.anonymisedAt,
      isOwn: isOwn(actor, key),
    })
    .from(table)
    .where(and(kind.visibleTo(actor), eq(table.id, personId)));
  if (!row) throw new NotFound(kind.entity);
  return row;
}
export type Subject = Awaited<ReturnType<typeof findSubject>>;

function isOwn(actor: Actor, key: KindKey): SQL<boolean> {
  const { table } = kinds[key];
  const own = actor.institutions.flatMap(({ id, employeeIds, studentIds, guardianIds }) => {
    const ids = { students: studentIds, employees: employeeIds, guardians: guardianIds }[key];
    const here = eq(table.institutionId, id);
    const child =
      key === 'students' && guardianIds.length
        ? sql`exists (select from student_guardians l where l.institution_id = ${id} and l.student_id = students.id
            and l.guardian_id = any(${sql.param(guardianIds)}::bigint[]))`
        : undefined;
    return ids.length || child ? [and(here, or(ids.length ? inArray(table.id, ids) : undefined, child))!] : [];
  });
  return sql<boolean>`(${or(...own) ?? sql`false`})`;
}

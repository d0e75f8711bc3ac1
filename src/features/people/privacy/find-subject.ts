import { and, eq, inArray, or, sql, type SQL } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import type { PersonKind } from '#kernel/personal-data/person-kind.ts';

/** The words of addresses for the three kinds of people. */
export const kindKeys = ['students', 'employees', 'guardians'] as const;
export type KindKey = (typeof kindKeys)[number];
export const entityOf = { students: 'student', employees: 'employee', guardians: 'guardian' } as const;

/** What confirms an erasure: the number, or the surname of a guardian. */
export const confirmationWords = ({ number }: PersonKind) => number?.words ?? 'surname';

/** The person, or NotFound if the actor cannot see the record; `isOwn`: the actor, or a child of the actor. */
export async function findSubject(db: Db, actor: Actor, kind: PersonKind, personId: number) {
  const { table } = kind;
  const [row] = await db
    .select({
      institutionId: table.institutionId,
      id: table.id,
      surname: table.surname,
      firstName: table.firstName,
      middleName: table.middleName,
      number: sql<string>`${kind.number ? sql.identifier(kind.number.column) : table.surname}`,
      cannotErase: kind.cannotErase,
      anonymisedAt: table.anonymisedAt,
      isOwn: isOwn(actor, kind),
    })
    .from(table)
    .where(and(kind.visibleTo(actor), eq(table.id, personId)));
  if (!row) throw new NotFound(kind.entity);
  return row;
}
export type Subject = Awaited<ReturnType<typeof findSubject>>;

function isOwn(actor: Actor, { entity, table }: PersonKind): SQL<boolean> {
  const own = actor.institutions.flatMap((membership) => {
    const ids = membership[`${entity}Ids`];
    const child =
      entity === 'student' && membership.guardianIds.length
        ? sql`exists (select from student_guardians l where l.institution_id = ${membership.id} and l.student_id = students.id
            and l.guardian_id = any(${sql.param(membership.guardianIds)}::bigint[]))`
        : undefined;
    if (!ids.length && !child) return [];
    return [and(eq(table.institutionId, membership.id), or(ids.length ? inArray(table.id, ids) : undefined, child))!];
  });
  return sql<boolean>`(${or(...own) ?? sql`false`})`;
}

export const nameOf = ({ firstName, middleName, surname }: Pick<Subject, 'firstName' | 'middleName' | 'surname'>) =>
  [firstName, middleName, surname].filter(Boolean).join(' ');

import { sql } from 'drizzle-orm';
import type { Entity } from '#features/people/people.schema.ts';
import type { Journal, JournalTable } from './journal.ts';
import type { Pair } from './read-pair.ts';

interface Link {
  table: JournalTable;
  /** Two links that agree in these say the same: one of them goes. Without them nothing can be there twice. */
  same?: string;
  /** In the preview: '2 documents'. */
  one: string;
  many: string;
}

const documents: Link = { table: 'documents', one: 'document', many: 'documents' };
const signIns = (others: string): Link => ({
  table: 'memberships',
  same: `account_id, role_id, ${others}`,
  one: 'sign-in',
  many: 'sign-ins',
});

/** What moves from the merged record to the kept one as it is. */
export const mergeLinks: Record<Entity, readonly Link[]> = {
  student: [
    documents,
    { table: 'student_electives', same: 'offering_id', one: 'elective', many: 'electives' },
    { table: 'student_moves', one: 'move', many: 'moves' },
    { table: 'certificates', one: 'certificate', many: 'certificates' },
    signIns('employee_id, guardian_id'),
  ],
  employee: [
    documents,
    { table: 'batch_teachers', same: 'batch_id', one: 'class led', many: 'classes led' },
    { table: 'course_offerings', one: 'course taught', many: 'courses taught' },
    { table: 'employee_moves', one: 'move', many: 'moves' },
    signIns('student_id, guardian_id'),
  ],
  guardian: [documents, signIns('employee_id, student_id')],
};

export async function moveLinks(journal: Journal, { about, institutionId, keptId, otherId }: Pair): Promise<void> {
  const owner = sql.identifier(about.owner);
  for (const { table, same } of mergeLinks[about.entity]) {
    const name = sql.identifier(table);
    if (same) {
      const columns = (alias: string) =>
        sql.raw(
          same
            .split(', ')
            .map((column) => `coalesce(${alias}.${column}, 0)`)
            .join(', '),
        );
      await journal.run(
        table,
        sql`delete from ${name} g where g.institution_id = ${institutionId} and g.${owner} = ${otherId} and exists (
          select from ${name} k where k.institution_id = g.institution_id and k.${owner} = ${keptId} and (${columns('k')}) = (${columns('g')}))`,
      );
    }
    await journal.run(
      table,
      sql`update ${name} set ${owner} = ${keptId} where institution_id = ${institutionId} and ${owner} = ${otherId}`,
    );
  }
}

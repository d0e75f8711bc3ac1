import { and, eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record, sentence } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound, Refused } from '#kernel/errors.ts';
import { id, list, optionalDay, optionalLine } from '#kernel/schemas.ts';
import { visibleTo } from '#features/students/students.policy.ts';
import { students } from '#features/students/students.schema.ts';
import { discountStudents } from '../fees.schema.ts';
import { lockScheme } from './scheme.queries.ts';

export const NameStudents = z.object({
  students: list(id).refine((ids) => ids.length > 0, 'Choose at least one student.'),
  until: optionalDay,
  note: optionalLine(200, 'The note'),
});
export const UnnameStudent = z.object({ studentId: id });

/** Gives a discount for chosen students to some more of them; those who have it get the new day and note. */
export async function nameStudents(tx: Tx, actor: Actor, schemeId: number, input: z.infer<typeof NameStudents>) {
  const scheme = await lockScheme(tx, actor, schemeId);
  const { institutionId, name } = scheme;
  allow(actor, 'fees.edit', institutionId);
  if (scheme.who !== 'named') throw new Refused('students', `${name} is not for chosen students.`);
  const ids = [...new Set(input.students)];
  const found = await tx
    .select({ id: students.id })
    .from(students)
    .where(and(eq(students.institutionId, institutionId), visibleTo(actor, students), inArray(students.id, ids)))
    .orderBy(students.id);
  if (found.length < ids.length) throw new Refused('students', 'Choose students from the list.');
  const { until, note } = input;
  await tx
    .insert(discountStudents)
    .values(ids.map((studentId) => ({ institutionId, schemeId, studentId, until, note })))
    .onConflictDoUpdate({
      target: [discountStudents.institutionId, discountStudents.schemeId, discountStudents.studentId],
      set: { until: sql`excluded.until`, note: sql`excluded.note` },
    });
  await record(tx, actor, 'fees.giveDiscount', {
    institutionId,
    summary: `gave the discount ${name} to ${ids.length === 1 ? '1 student' : `${ids.length} students`}`,
    subject: { type: 'discount_scheme', id: schemeId },
    details: { students: ids, until },
  });
  return ids.length;
}

/** Takes a chosen student off a discount. */
export async function unnameStudent(tx: Tx, actor: Actor, schemeId: number, studentId: number): Promise<void> {
  const { institutionId, name, named } = await lockScheme(tx, actor, schemeId);
  allow(actor, 'fees.edit', institutionId);
  const student = named.find((row) => row.studentId === studentId);
  if (!student) throw new NotFound('student');
  await tx
    .delete(discountStudents)
    .where(
      and(
        eq(discountStudents.institutionId, institutionId),
        eq(discountStudents.schemeId, schemeId),
        eq(discountStudents.studentId, studentId),
      ),
    );
  await record(tx, actor, 'fees.withdrawDiscount', {
    institutionId,
    summary: sentence`withdrew the discount ${name} from ${{ of: 'student', id: studentId, name: student.name }}`,
    subject: { type: 'discount_scheme', id: schemeId },
  });
}

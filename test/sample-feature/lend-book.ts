import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { day, id, line } from '#kernel/schemas.ts';
import { lockStudent } from '#features/people/students/lock-student.ts';
import { bookLoans } from './loans.schema.ts';

export const LoanFields = z.object({ title: line(200, 'The title'), dueOn: day });
export const LendBook = LoanFields.extend({ studentId: id });

/** Lends a book to a student. */
export async function lendBook(
  tx: Tx,
  actor: Actor,
  { studentId, ...input }: z.infer<typeof LendBook>,
): Promise<number> {
  const { institutionId, firstName, surname } = await lockStudent(tx, actor, studentId);
  allow(actor, 'loans.edit', institutionId);
  const [loan] = await tx
    .insert(bookLoans)
    .values({ institutionId, studentId, ...input })
    .returning({ id: bookLoans.id });
  await record(tx, actor, 'loans.lend', {
    institutionId,
    summary: `lent ${input.title} to ${firstName} ${surname}`,
    subject: { type: 'student', id: studentId },
    details: { loan: loan!.id, ...input },
  });
  return loan!.id;
}

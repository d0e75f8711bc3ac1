import { and, eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { approvalKind } from '#kernel/contracts/approval-kind.ts';
import { formatDay } from '#kernel/dates.ts';
import { formatMoney } from '#kernel/money.ts';
import { requestApproval, Requested } from '#features/records/approvals/request-approval.ts';
import { countOf } from '#ui/format.ts';
import { currencyOf } from '../choose-institution.ts';
import { percentText } from '../setup/percent-text.ts';
import { record, sentence } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound, ValidationError } from '#kernel/errors.ts';
import { id, list, optionalDay, optionalLine } from '#kernel/schemas.ts';
import { visibleTo } from '#features/people/students/students.policy.ts';
import { students } from '#features/people/students/students.schema.ts';
import { discountStudents } from '../fees.schema.ts';
import { lockScheme } from './save-scheme.ts';

export const NameStudents = z.object({
  students: list(id).refine((ids) => ids.length > 0, 'Choose at least one student.'),
  until: optionalDay,
  note: optionalLine(200, 'The note'),
});
export const UnnameStudent = z.object({ studentId: id });

export const discountApproval = approvalKind({
  kind: 'fees.giveDiscount',
  label: 'Discount by name',
  permission: 'fees.approve',
  payload: NameStudents.extend({ schemeId: z.number(), takesOff: z.string() }),
  async act(tx, asker, { schemeId, takesOff: _, ...input }, { decider }) {
    const done = await nameStudents(tx, asker, schemeId, input, { agreedBy: decider.accountId });
    return { message: done instanceof Requested ? done.message : studentsAddedMessage(done) };
  },
  details: (_reader, { takesOff, until, note }) => [
    ['Takes off', takesOff],
    ...(until ? [['Until', formatDay(until)] as [string, string]] : []),
    ...(note ? [['Reason', note] as [string, string]] : []),
  ],
  allAt: ({ schemeId }) => ({ label: 'Open the discount', href: `/discounts/${schemeId}` }),
});

export const studentsAddedMessage = (count: number) =>
  count === 1 ? 'The student was added.' : `${count} students were added.`;

/**
 * Gives a discount for chosen students to some more of them; those who have it get the new day and note. Nobody knows how
 * much it will take off the bills to come, so a second person always agrees.
 */
export async function nameStudents(
  tx: Tx,
  actor: Actor,
  schemeId: number,
  input: z.infer<typeof NameStudents>,
  { agreedBy = null }: { agreedBy?: number | null } = {},
): Promise<number | Requested> {
  const scheme = await lockScheme(tx, actor, schemeId);
  const { institutionId, name } = scheme;
  allow(actor, 'fees.edit', institutionId);
  if (scheme.who !== 'named') throw new ValidationError('students', `${name} is not for chosen students.`);
  const ids = [...new Set(input.students)];
  const found = await tx
    .select({ id: students.id, number: students.admissionNumber })
    .from(students)
    .where(and(eq(students.institutionId, institutionId), visibleTo(actor, students), inArray(students.id, ids)))
    .orderBy(students.id);
  if (found.length < ids.length) throw new ValidationError('students', 'Choose students from the list.');
  const { until, note } = input;
  if (agreedBy === null) {
    const { percent, amount } = scheme;
    const takesOff =
      percent === null
        ? formatMoney({ minor: amount!, currency: currencyOf(actor, institutionId) })
        : `${percentText(percent)}%`;
    return requestApproval(tx, actor, discountApproval, {
      institutionId,
      // One student is named, so that an erasure empties the request; several are numbers.
      subject: ids.length === 1 ? { type: 'student', id: ids[0]! } : { type: 'discount_scheme', id: schemeId },
      about: `discount:${schemeId}`,
      payload: { ...input, students: ids, schemeId, takesOff },
      summary: `give the discount ${name} to ${countOf(ids.length, 'student')}: ${found.map(({ number }) => number).join(', ')}`,
    });
  }
  await tx
    .insert(discountStudents)
    .values(
      ids.map((studentId) => ({ institutionId, schemeId, studentId, until, note, givenBy: actor.accountId, agreedBy })),
    )
    .onConflictDoUpdate({
      target: [discountStudents.institutionId, discountStudents.schemeId, discountStudents.studentId],
      set: {
        until: sql`excluded.until`,
        note: sql`excluded.note`,
        givenBy: sql`excluded.given_by`,
        agreedBy: sql`excluded.agreed_by`,
      },
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

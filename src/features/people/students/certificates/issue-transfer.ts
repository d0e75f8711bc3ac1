import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { counterName, formatNumber, take } from '#kernel/counters.ts';
import type { Day } from '#kernel/dates.ts';
import { query, render, type Tx } from '#kernel/database.ts';
import type { MoveInput } from '../moves/move-fields.ts';
import { certificates, type students } from '../students.schema.ts';
import type { TransferContent } from './transfer-content.ts';

const pattern = 'TC/{year}/{seq:4}';

/** Issues the transfer certificate with the year's next number. A failed transfer releases the number. */
export async function issueTransfer(
  tx: Tx,
  actor: Actor,
  student: typeof students.$inferSelect,
  moveId: number,
  input: MoveInput,
  issuedOn: Day,
) {
  const { institutionId } = student;
  const content = await contentOf(tx, student, input);
  const parts = { year: Number(issuedOn.slice(0, 4)) };
  const number = formatNumber(
    pattern,
    parts,
    await take(tx, institutionId, counterName('transfer-certificate', pattern, parts)),
  );
  const [certificate] = await tx
    .insert(certificates)
    .values({
      institutionId,
      kind: 'transfer',
      number,
      studentId: student.id,
      moveId,
      issuedOn,
      content,
      accountId: actor.accountId,
    })
    .returning({ id: certificates.id });
  await record(tx, actor, 'certificates.issue', {
    institutionId,
    summary: `issued the transfer certificate ${number} to ${student.firstName} ${student.surname}`,
    subject: { type: 'student', id: student.id },
    details: { certificate: certificate!.id, number },
  });
  return { id: certificate!.id, number };
}

/** The enrolment is already closed, so the latest one is the last class. */
async function contentOf(tx: Tx, student: typeof students.$inferSelect, input: MoveInput): Promise<TransferContent> {
  const rows = await query<{
    institution: string;
    place: string | null;
    state: string | null;
    since: Day | null;
    class: string | null;
    batch: string | null;
    session: string | null;
    program: string | null;
  }>(
    tx,
    render(sql`
    select i.name as institution, i.city as place, o.name as state, last.class, last.batch, last.session, last.program,
      (select min(from_date)::text from enrolments e where e.institution_id = i.id and e.student_id = ${student.id}) as since
    from institutions i
    left join states o on o.id = ${student.stateId}
    left join lateral (
      select c.name as class, b.name as batch, y.name as session, p.name as program
      from enrolments e
      join batches b on (b.institution_id, b.id) = (e.institution_id, e.batch_id)
      join academic_sessions y on (y.institution_id, y.id) = (e.institution_id, e.session_id)
      join classes c on (c.institution_id, c.id) = (b.institution_id, b.class_id)
      join programs p on (p.institution_id, p.id) = (c.institution_id, c.program_id)
      where e.institution_id = i.id and e.student_id = ${student.id}
      order by e.from_date desc, e.id desc limit 1) last on true
    where i.id = ${student.institutionId}`),
  );
  const known = rows[0]!;
  const days = [student.admissionDate, known.since].filter((day) => day !== null).toSorted();
  return {
    institution: known.institution,
    surname: student.surname,
    firstName: student.firstName,
    middleName: student.middleName,
    admissionNumber: student.admissionNumber,
    registrationNumber: student.registrationNumber,
    gender: student.gender,
    birthDate: student.birthDate,
    stateOfOrigin: known.state ?? student.stateName,
    attendedFrom: days[0] ?? null,
    attendedUntil: input.onDate,
    lastClass: known.class,
    lastBatch: known.batch,
    session: known.session,
    program: known.program,
    reason: input.reason ?? '',
    destination: input.destination ?? null,
    place: known.place,
  };
}

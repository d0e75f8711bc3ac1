import { setTimeout as wait } from 'node:timers/promises';
import { today } from '#kernel/dates.ts';
import { withClient } from '#test/harness/client.ts';
import { pause, pick, type Desk } from './desk.ts';

export interface OpenRegisters {
  onDate: string;
  /** Students of batches whose morning register nobody has taken. */
  left: { batchId: number; studentId: number }[];
}

/** The registers of this morning, whatever day it is. */
export const openRegisters = (ownerUrl: string, institutionId: number): Promise<OpenRegisters> =>
  withClient(ownerUrl, async (client) => {
    const onDate = today('Africa/Lagos');
    await client.query(
      `insert into calendar_entries (institution_id, kind, title, starts_on, ends_on) values ($1, 'school_day', 'School', $2, $2)`,
      [institutionId, onDate],
    );
    await client.query(
      `update terms set ends_on = $2 where institution_id = $1 and is_current and ends_on < $2 and not exists (
         select from terms t where t.institution_id = $1 and t.starts_on <= $2 and t.ends_on >= $2)`,
      [institutionId, onDate],
    );
    const { rows } = await client.query<OpenRegisters['left'][number]>(
      `select s.batch_id::int as "batchId", s.id::int as "studentId" from students s
       join batches b on (b.institution_id, b.id) = (s.institution_id, s.batch_id) and b.closed_at is null
       join akada_school_days($1, $2::date, $2::date) d on d.session_id = b.session_id
       where s.institution_id = $1 and s.status = 'active' and s.merged_into_id is null and not exists (
         select from attendance_registers r where (r.institution_id, r.batch_id, r.on_date, r.sitting) = ($1, b.id, $2::date, 1))
       order by s.id`,
      [institutionId, onDate],
    );
    return { onDate, left: rows };
  });

/** A registrar takes registers, one student at a time. Each mark is sent until there is an answer, as a device does. */
export async function takeRegisters({ onDate, left }: OpenRegisters, desk: Desk): Promise<void> {
  const { clerk, notes, chance, prefix, isOver } = desk;
  for (let turn = 1; !isOver() && left.length > 0; turn += 1) {
    const student = pick(chance, left);
    const remark = `${prefix}-REG-${turn}`;
    const kind = chance() < 0.5 ? 'absent' : 'sick';
    const mark = { kind, codeId: null, minutes: null, leftAt: null, remark };
    const body = {
      batchId: student.batchId,
      onDate,
      sitting: 1,
      offeringId: null,
      markedAt: Date.now(),
      reason: '',
      isDayConfirmed: true,
      marks: [{ studentId: student.studentId, mark, was: null }],
    };
    let answer = await clerk.post('/registers', { ...body, sentAt: Date.now() });
    while (answer.status !== 200 && !isOver()) {
      await pause(answer);
      answer = await clerk.post('/registers', { ...body, sentAt: Date.now() });
    }
    if (answer.status !== 200) return;
    left.splice(left.indexOf(student), 1);
    // Somebody has moved the student meanwhile: then nothing was marked.
    const { problems } = JSON.parse(answer.body) as { problems: unknown[] };
    if (problems.length === 0) notes.note('register', remark, answer);
    await wait(50);
  }
}

import { sql, type SQL } from 'drizzle-orm';
import { momentText } from '#kernel/personal-data/data-section.ts';
import { ofTerm } from '#features/school/structure/in-session.ts';
import type { PlaceOfMove } from '#kernel/personal-data/in-session.ts';
import type { PersonalData } from '#kernel/personal-data/personal-data.ts';
import { recountTotals } from './totals.ts';
import type { RunningMerge } from '#kernel/personal-data/merge-rule.ts';

const people = ['student'] as const;
const keep = 'As long as the record: attendance is on report cards and decides on promotion.';

const sittingWord = (sitting: SQL) => sql`case ${sitting} when 0 then 'Whole day' when 1 then 'Morning'
  when 2 then 'Afternoon' else 'Period ' || (${sitting} - 10) end`;

const ofRegister = ({ institutionId, sessionId }: PlaceOfMove): SQL =>
  sql`exists (select from attendance_registers r join terms n on (n.institution_id, n.id) = (r.institution_id, r.term_id)
    where r.institution_id = ${institutionId} and r.id = t.register_id and n.session_id = ${sessionId})`;

/** Registers, and what depends on them. A student in the roll of a register without a mark was present. */
export const attendancePersonalData: PersonalData = {
  tables: [
    {
      // First, so that it is written last: it follows from the registers.
      table: 'attendance_totals',
      inSession: { one: 'already has attendance in', many: 'already have attendance in', stands: ofTerm },
      people,
      section: { omit: 'They are counted from the registers.' },
      erase: { keep },
      merge: {
        how: 'combine',
        one: 'total of attendance',
        many: 'totals of attendance',
        run: ({ tx, institutionId, keptId, otherId }) => recountTotals(tx, institutionId, [keptId, otherId]),
        undo: { keys: ['term_id', 'student_id', 'offering_id'], by: 'columns' },
        afterUndo: recountTotals,
      },
      retention: { keep },
    },
    {
      table: 'attendance_registers',
      people,
      namedBy: (_entity, ids) => sql`roll && ${sql.param(ids)}::bigint[]`,
      section: {
        title: 'Attendance',
        order: 44,
        rows: ({ institutionId, personId }) => sql`
          select r.on_date::text as "Day", ${sittingWord(sql`r.sitting`)} as "Register",
            initcap(coalesce(m.kind, 'present')) as "Mark", m.minutes as "Minutes late",
            to_char(m.left_at, 'HH24:MI') as "Left at", m.remark as "Remark"
          from attendance_registers r left join attendance_marks m
            on (m.institution_id, m.register_id, m.student_id) = (r.institution_id, r.id, ${personId})
          where r.institution_id = ${institutionId} and r.roll @> array[${personId}::bigint] order by r.on_date, r.sitting`,
      },
      erase: { keep },
      merge: {
        how: 'combine',
        one: 'register',
        many: 'registers',
        run: mergeRegisters,
        undo: { by: 'columns' },
      },
      retention: { keep },
    },
    {
      table: 'attendance_marks',
      inSession: { one: 'already has attendance in', many: 'already have attendance in', stands: ofRegister },
      people,
      section: { omit: 'They are in the registers.' },
      erase: { set: { remark: null } },
      merge: {
        how: 'move',
        same: ['register_id'],
        one: 'mark in a register',
        many: 'marks in registers',
        undo: { keys: ['register_id', 'student_id'] },
      },
      retention: { keep },
    },
    {
      table: 'attendance_corrections',
      inSession: { one: 'already has attendance in', many: 'already have attendance in', stands: ofRegister },
      people,
      section: {
        title: 'Corrections of attendance',
        order: 45,
        rows: ({ institutionId, personId }) => sql`
          select ${momentText('c.created_at')} as "At", r.on_date::text as "Day", c.before ->> 'kind' as "Before",
            c.after ->> 'kind' as "After", c.reason as "Reason"
          from attendance_corrections c
          join attendance_registers r on (r.institution_id, r.id) = (c.institution_id, c.register_id)
          where c.institution_id = ${institutionId} and c.student_id = ${personId} order by c.id`,
      },
      erase: 'delete',
      merge: { how: 'move', one: 'correction of attendance', many: 'corrections of attendance' },
      retention: { keep },
    },
    {
      table: 'attendance_alerts',
      people,
      section: { omit: 'The messages themselves are in the history of messages.' },
      erase: 'delete',
      merge: {
        how: 'move',
        same: ['on_date', 'kind'],
        one: 'alert',
        many: 'alerts',
        undo: { keys: ['student_id', 'on_date', 'kind'] },
      },
      retention: { keep: 'As long as the record, so that nobody is notified twice.' },
    },
    {
      table: 'attendance_excuses',
      people,
      section: {
        title: 'Reasons for absence',
        order: 46,
        rows: ({ institutionId, personId }) => sql`
          select x.starts_on::text as "From", x.ends_on::text as "To", x.reason as "Reason", x.state as "State",
            x.answer as "Answer", ${momentText('x.created_at')} as "Sent"
          from attendance_excuses x
          where x.institution_id = ${institutionId} and x.student_id = ${personId} order by x.id`,
      },
      files: ['file_id'],
      erase: 'delete',
      merge: { how: 'move', one: 'reason for absence', many: 'reasons for absence' },
      retention: { keep },
    },
    {
      table: 'attendance_follow_ups',
      inSession: { one: 'has follow-ups of absence in', many: 'have follow-ups of absence in', stands: ofTerm },
      people,
      section: {
        title: 'Follow-ups of absence',
        order: 47,
        rows: ({ institutionId, personId }) => sql`
          select ${momentText('f.created_at')} as "At", f.how as "How", f.note as "Note"
          from attendance_follow_ups f
          where f.institution_id = ${institutionId} and f.student_id = ${personId} order by f.id`,
      },
      erase: 'delete',
      merge: { how: 'move', one: 'follow-up', many: 'follow-ups' },
      retention: { keep },
    },
  ],
};

/** The kept record takes the other's place in its registers; one that called both calls it once. Marks moved before. */
async function mergeRegisters({ journal, institutionId, keptId, otherId }: RunningMerge): Promise<void> {
  await journal.run(
    'attendance_registers',
    sql`update attendance_registers set roll = case when roll @> array[${keptId}::bigint]
        then array_remove(roll, ${otherId}::bigint) else array_replace(roll, ${otherId}::bigint, ${keptId}::bigint) end
      where institution_id = ${institutionId} and roll @> array[${otherId}::bigint]`,
  );
}

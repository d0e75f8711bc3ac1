import { sql } from 'drizzle-orm';
import type { Erasure } from '#kernel/personal-data/erasure.ts';
import { anyId } from '#kernel/personal-data/named-by.ts';
import type { PersonalData } from '#kernel/personal-data/personal-data.ts';

const keep = 'As long as the books, at least six years; without the narration after an erasure.';

/** Lines of bank statements that were a student's payment, or look like one. */
export const bankPersonalData: PersonalData = {
  tables: [
    {
      table: 'bank_lines',
      people: ['student'],
      section: {
        title: 'Bank transfers',
        order: 64,
        rows: ({ institutionId, personId }) => sql`
          select l.day::text as "Date", to_char(l.amount / 100.0, 'FM999,999,999,990.00') as "Amount", l.reference as "Reference",
            l.narration as "Narration"
          from bank_lines l where l.institution_id = ${institutionId} and (l.student_id = ${personId} or l.id in (
            select k.line_id from bank_line_payments k join payment_shares h
              on (h.institution_id, h.payment_id) = (k.institution_id, k.payment_id)
            where k.institution_id = ${institutionId} and h.student_id = ${personId})) order by l.id`,
      },
      erase: { set: { narration: null } },
      eraseMentions: forgetNarrations,
      merge: { how: 'move', one: 'bank line', many: 'bank lines' },
      retention: { keep },
    },
  ],
};

/** Lines that were seen to be a payment of the person, perhaps with others. */
async function forgetNarrations({ tx, institutionId, kind, ids }: Erasure): Promise<void> {
  if (kind.entity !== 'student') return;
  await tx.execute(sql`
    update bank_lines l set narration = null where l.institution_id = ${institutionId} and l.narration is not null and l.id in (
      select k.line_id from bank_line_payments k join payment_shares h
        on (h.institution_id, h.payment_id) = (k.institution_id, k.payment_id)
      where k.institution_id = ${institutionId} and h.student_id = ${anyId(ids)})`);
}

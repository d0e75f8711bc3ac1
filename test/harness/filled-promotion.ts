import { sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';

/** A promotion rule, and an approved decision about a student of the current session. */
export async function fillPromotion(tx: Tx, institutionId: number): Promise<void> {
  await tx.execute(sql`
    with rule as (insert into promotion_rules (institution_id, version, content) values (${institutionId}, 1,
        '{"promote":{"averageAtLeast":5000,"compulsory":[],"passesAtLeast":null,"passAt":null,"attendanceAtLeast":null,"feesPaid":false},"onTrial":null}')
      returning id),
    run as (insert into promotion_runs (institution_id, session_id, to_session_id, students)
      select ${institutionId}, id, id, 1 from academic_sessions where institution_id = ${institutionId} and is_current)
    insert into promotion_decisions (institution_id, session_id, student_id, batch_id, outcome, proposed, rule_id, approved_at)
    select e.institution_id, e.session_id, e.student_id, e.batch_id, 'repeat', 'repeat', rule.id, now()
    from rule, enrolments e where e.institution_id = ${institutionId} and e.to_date is null order by e.id limit 1`);
}

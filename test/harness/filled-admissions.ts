import { sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';

/** An intake of the institution's first programme, with an application of which everything is there. */
export async function fillAdmissions(tx: Tx, institutionId: number, surname: string): Promise<void> {
  await tx.execute(sql`
    with intake as (insert into intakes (institution_id, program_id, session_id, opens_at, closes_at, number_pattern, tests)
      select ${institutionId}, p.id, y.id, now() - interval '1 day', now() + interval '1 day', 'APP/{seq:4}',
        '[{"key":"english","label":"English","most":100}]'
      from programs p, academic_sessions y where p.institution_id = ${institutionId}
        and y.institution_id = ${institutionId} and y.is_current order by p.id limit 1 returning id, program_id),
    level as (insert into intake_classes (institution_id, intake_id, class_id, seats)
      select ${institutionId}, i.id, (select min(c.id) from classes c
        where c.institution_id = ${institutionId} and c.program_id = i.program_id), 10 from intake i returning class_id),
    application as (insert into applications (institution_id, intake_id, class_id, status, number, code_hash, surname,
        first_name, phone, submitted_at)
      select ${institutionId}, i.id, l.class_id, 'submitted', 'APP/0001', decode(repeat('00', 32), 'hex'), ${surname},
        'Applicant', '+2348030000199', now() from intake i, level l returning id, intake_id),
    note as (insert into application_notes (institution_id, application_id, note)
      select ${institutionId}, id, ${surname} from application),
    task as (insert into application_tasks (institution_id, application_id, part, message)
      select ${institutionId}, id, 'person', ${surname} from application),
    round as (insert into admission_rounds (institution_id, intake_id, kind)
      select ${institutionId}, intake_id, 'cutoff' from application)
    insert into exam_sittings (institution_id, intake_id, starts_at, venue, seats)
    select ${institutionId}, intake_id, now() + interval '7 days', ${surname}, 20 from application`);
}

import { sql } from 'drizzle-orm';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import { query, render, type Db } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import type { ApplicationState } from '../admissions.ts';
import type { Answers } from '../answers.ts';
import type { IntakePaper, IntakeTest } from '../intake-form.ts';
import { className, programName, sessionName } from './application-columns.ts';
import { ageOf } from './application-parts.ts';

export interface ReviewedApplication {
  id: number;
  institutionId: number;
  intakeId: number;
  number: string;
  surname: string;
  firstName: string;
  middleName: string | null;
  gender: 'female' | 'male' | null;
  birthDate: string | null;
  phone: string | null;
  email: string | null;
  status: ApplicationState;
  answers: Answers;
  hasPhoto: boolean;
  submittedAt: string;
  score: number | null;
  interview: number | null;
  offerUntil: string | null;
  closeReason: string | null;
  feePaidAt: string | null;
  acceptancePaidAt: string | null;
  age: number | null;
  class: string | null;
  program: string;
  session: string;
  /** Its serial. */
  /** The serial number of the pin that opened it. */
  pin: number | null;
  /** The record that it became, or to which a returning student comes back. */
  student: { id: number; name: string; number: string } | null;
  returning: { id: number; name: string; number: string; batch: string | null } | null;
  intake: {
    papers: IntakePaper[];
    tests: IntakeTest[];
    requiresPin: boolean;
    applicationFee: number;
    acceptanceFee: number;
    minimumAge: number | null;
    maximumAge: number | null;
    ageOn: string;
    cutoff: number | null;
  };
}

const person = (id: string) => sql`(select jsonb_build_object('id', s.id, 'number', s.admission_number,
    'name', concat_ws(' ', s.first_name, s.middle_name, s.surname),
    'batch', (select b.name from batches b
      where b.institution_id = s.institution_id and b.id = applications.returning_batch_id))
  from students s where s.institution_id = applications.institution_id and s.id = ${sql.raw(`applications.${id}`)})`;

/** Applications that the actor may know exist. */
export const isVisible = (actor: Actor) => sql`applications.status <> 'draft' and applications.institution_id
  = any (${sql.param(institutionsWhere(actor, 'admissions.view'))}::int[])`;

/** An application that was sent; NotFound for people who can't see it. */
export async function findApplication(db: Db, actor: Actor, applicationId: number): Promise<ReviewedApplication> {
  const rows = await query<ReviewedApplication>(
    db,
    render(sql`
    select applications.id, applications.institution_id as "institutionId", intake_id as "intakeId", number, surname,
      first_name as "firstName", middle_name as "middleName", gender, birth_date as "birthDate", phone, email, status,
      answers, photo_id is not null as "hasPhoto", to_json(submitted_at) as "submittedAt", score::float, interview::float,
      offer_until as "offerUntil", close_reason as "closeReason", to_json(fee_paid_at) as "feePaidAt",
      to_json(acceptance_paid_at) as "acceptancePaidAt", ${ageOf} as age, ${className} as class, ${programName} as program,
      ${sessionName} as session, ${person('student_id')} as student, ${person('returning_student_id')} as returning,
      (select n.serial from pins n where n.institution_id = applications.institution_id and n.id = applications.pin_id) as pin,
      (select jsonb_build_object('papers', i.papers, 'tests', i.tests, 'requiresPin', i.requires_pin,
          'applicationFee', i.application_fee, 'acceptanceFee', i.acceptance_fee, 'minimumAge', i.minimum_age,
          'maximumAge', i.maximum_age, 'ageOn', coalesce(i.age_on, y.starts_on), 'cutoff', i.cutoff)
        from intakes i join academic_sessions y on (y.institution_id, y.id) = (i.institution_id, i.session_id)
        where i.institution_id = applications.institution_id and i.id = intake_id) as intake
    from applications where ${isVisible(actor)} and applications.id = ${applicationId}`),
  );
  if (!rows[0]) throw new NotFound('application');
  return rows[0];
}

import { and, eq, sql } from 'drizzle-orm';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { counterName, formatNumber, take } from '#kernel/counters.ts';
import type { Tx } from '#kernel/database.ts';
import { today } from '#kernel/dates.ts';
import { ValidationError } from '#kernel/errors.ts';
import { programs } from '#features/school/structure/structure.schema.ts';
import { applications } from '../admissions.schema.ts';
import { notifyApplicants } from '../notify-applicants.ts';
import { problemsOf } from './check-application.ts';
import { checkAge, classToEnter, openIntake } from './open-intake.ts';
import { intakeOf, lockOwn, type OwnApplication, type OwnKey } from './own-application.ts';
import { askedFields } from './read-custom.ts';
import { change } from './save-step.ts';
import { stepLabels } from './steps.ts';

/** Sends an application: from then on it has a number, and the school sees it. Sending it again changes nothing. */
export async function sendApplication(tx: Tx, actor: Actor, key: OwnKey, origin: string | null): Promise<void> {
  const { institutionId } = key;
  // The intake is locked before the application.
  const intakeId = await intakeOf(tx, key);
  if (intakeId === null) return;
  const intake = await refusedOnForm(() => openIntake(tx, { institutionId, intakeId }));
  const own = await lockOwn(tx, key, { withPapers: true });
  if (own.application.status !== 'draft') return;
  const { application } = own;
  const problems = Object.entries(problemsOf(own, await askedFields(tx, institutionId, own.intake.form)));
  const [missing] = problems.filter(([, problem]) => problem !== null);
  if (missing) throw new ValidationError('form', `${stepLabels[missing[0] as keyof typeof stepLabels]}: ${missing[1]}`);
  await refusedOnForm(async () => checkAge(intake, application.birthDate!));
  const classId = await refusedOnForm(() => classToEnter(tx, intake, application.classId));
  if (intake.intake.applicationFee > 0 && application.feePaidAt === null)
    throw new ValidationError('form', 'Pay the application fee, then send the application.');
  const number = await nextNumber(tx, actor, own);
  const { typed: _, ...answers } = application.answers;
  await change(tx, own, { status: 'submitted', submittedAt: sql`now()` as never, number, classId, answers });
  await record(tx, actor, 'admissions.submit', {
    institutionId,
    summary: `sent application ${number} for ${intake.program}`,
    subject: { type: 'application', id: application.id },
  });
  await notifyApplicants(tx, institutionId, [application.id], 'submitted', origin);
}

/** What the form cannot change any more is said above it. */
async function refusedOnForm<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ValidationError) throw new ValidationError('form', error.message);
    throw error;
  }
}

/** The next number of the intake's pattern that is free. */
async function nextNumber(tx: Tx, actor: Actor, { application, className, intake }: OwnApplication): Promise<string> {
  const { institutionId } = application;
  const year = Number(today(membershipIn(actor, institutionId)!.timeZone).slice(0, 4));
  const [program] = await tx
    .select({ code: programs.code })
    .from(programs)
    .where(and(eq(programs.institutionId, institutionId), eq(programs.id, intake.programId)));
  const parts = { year, class: className ?? '', program: program!.code };
  for (;;) {
    const sequence = await take(tx, institutionId, counterName('application', intake.numberPattern, parts));
    const number = formatNumber(intake.numberPattern, parts, sequence);
    const isTaken = await tx.$count(
      applications,
      and(eq(applications.institutionId, institutionId), eq(applications.number, number)),
    );
    if (!isTaken) return number;
  }
}

import { and, eq } from 'drizzle-orm';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { readPhones } from '#kernel/phone.ts';
import { allSteps } from '#kernel/refusals.ts';
import { reachable } from '#kernel/messages/queue.ts';
import { queueForVisitor } from '#kernel/messages/visitor-messages.ts';
import { applications } from '../admissions.schema.ts';
import { codeHash, makeCode } from '../resume-code.ts';
import { checkAge, classToEnter, openIntake } from './open-intake.ts';
import { batchToReturnTo, returningStudent } from './returning-student.ts';
import type { StartFields } from './start-fields.ts';

interface Opening {
  institutionId: number;
  fields: StartFields;
  secret: Buffer;
  school: string;
  /** The address of a code, for the message. */
  addressOf(code: string): string;
  /** Uses up the pin for this application; returns its id. Null if none was typed. */
  takePin: ((tx: Tx, applicationId: number) => Promise<number>) | null;
}

interface Opened {
  id: number;
  code: string;
  /** Whether the code goes to the contact too, or too many messages did already. */
  isSent: boolean;
}

/** Opens an application with its pin, in one transaction, and sends the code that opens it again. */
export async function openApplication(tx: Tx, actor: Actor, opening: Opening): Promise<Opened> {
  const { institutionId, fields, takePin } = opening;
  const { countryId } = membershipIn(actor, institutionId)!;
  const intake = await openIntake(tx, {
    institutionId,
    programId: fields.program_id,
    sessionId: fields.academic_session,
  });
  const [classId, , , { phone }, returning] = await allSteps<[number | null, void, void, Phone, Returning]>(
    () => classToEnter(tx, intake, fields.class_id),
    () => checkAge(intake, fields.birthDate),
    () => {
      if (intake.intake.requiresPin && !takePin)
        throw new ValidationError('pin_serial', 'Enter the serial number and the pin, or buy a pin below.');
    },
    () => readContact(fields, countryId),
    () => readReturning(tx, opening, intake),
  );
  const code = makeCode();
  const [row] = await tx
    .insert(applications)
    .values({
      institutionId,
      intakeId: intake.intake.id,
      classId,
      phone,
      email: fields.email,
      surname: fields.surname,
      firstName: fields.firstName,
      birthDate: fields.birthDate,
      ...returning,
      codeHash: codeHash(opening.secret, institutionId, code),
    })
    .returning({ id: applications.id });
  const { id } = row!;
  // Also where no pin is needed, a typed one is not used up.
  if (intake.intake.requiresPin) await bindPin(tx, institutionId, id, await takePin!(tx, id));
  // Nothing that was typed: the contact may be anybody's.
  const outcome = await queueForVisitor(tx, institutionId, {
    ...reachable({ email: fields.email, phone })!,
    event: 'admissions.code',
    applicationId: id,
    keyKind: 'application',
    subject: `${opening.school}: your application`,
    body: `${opening.school}: your application is open. Continue it with code ${code} at ${opening.addressOf(code)}`,
  });
  await record(tx, actor, 'admissions.start', {
    institutionId,
    summary: `started an application for ${intake.program}`,
    subject: { type: 'application', id },
  });
  return { id, code, isSent: outcome === 'queued' };
}

type Phone = { phone: string | null };
type Returning = { returningStudentId?: number; returningBatchId?: number };

/** One of the two reaches the applicant. */
export function readContact(fields: { phone: string | null; email: string | null }, countryId: string): Phone {
  if (!fields.phone && !fields.email) throw new ValidationError('phone', 'Enter a phone number or an e-mail address.');
  return readPhones(fields, countryId, 'phone');
}

async function readReturning(
  tx: Tx,
  { institutionId, fields }: Opening,
  intake: Parameters<typeof batchToReturnTo>[1],
): Promise<Returning> {
  if (!fields.returning_student) return {};
  const { admission_number: admissionNumber, birthDate } = fields;
  const [returningStudentId, returningBatchId] = await allSteps<[number, number]>(
    () => {
      if (!admissionNumber) throw new ValidationError('admission_number', 'Enter the admission number from that time.');
      return returningStudent(tx, { institutionId, admissionNumber, birthDate });
    },
    () => batchToReturnTo(tx, intake, fields.batch_id),
  );
  return { returningStudentId, returningBatchId };
}

async function bindPin(tx: Tx, institutionId: number, id: number, pinId: number): Promise<void> {
  await tx
    .update(applications)
    .set({ pinId })
    .where(and(eq(applications.institutionId, institutionId), eq(applications.id, id)));
}

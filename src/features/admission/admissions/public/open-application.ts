import { and, eq, asc, isNull, sql } from 'drizzle-orm';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { type Tx, type Db, hasKey } from '#kernel/database.ts';
import { ValidationError, NotFound } from '#kernel/errors.ts';
import { readPhones, phoneField } from '#kernel/phone.ts';
import { allSteps } from '#kernel/refusals.ts';
import { reachable } from '#kernel/messages/queue.ts';
import { queueForVisitor } from '#kernel/messages/visitor-messages.ts';
import { applications, applicationPapers, applicationTasks, intakes } from '../admissions.schema.ts';
import { codeHash, hasCode, makeCode, readCode } from '../resume-code.ts';
import { checkAge, classToEnter, openIntake, batchToReturnTo, returningStudent } from './open-intake.ts';
import { hash } from 'node:crypto';
import { usePin, tryPin } from '#features/money/pins/use/open-with-pin.ts';
import type { Services } from '#web/routes.ts';
import { z } from 'zod';
import { isDay } from '#kernel/dates.ts';
import { checkbox, emptyIsNull, id, optionalEmail, optionalLine } from '#kernel/schemas.ts';
import { personName } from '#kernel/person-name.ts';
import { readDay } from '#ui/fields/dates/notation.ts';
import { files } from '#kernel/tables.ts';
import { academicSessions, classes, programs } from '#features/school/structure/structure.schema.ts';

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
    .where(hasKey(applications, institutionId, id));
}

interface Typed {
  institutionId: number;
  fields: StartFields;
  address: string;
  /** The secret of the visitor's browser. */
  visitor: string;
}

/**
 * Tries a typed pin before the transaction that uses it up, so that a wrong one counts. Returns what uses it up for an
 * application, or null if none was typed.
 */
export async function tryTypedPin(services: Services, { institutionId, fields, address, visitor }: Typed) {
  const { pin_secret: secret, pin_serial: serial, program_id: programId } = fields;
  if (!serial && !secret) return null;
  if (!serial) throw new ValidationError('pin_serial', 'Enter the serial number.');
  if (!secret) throw new ValidationError('pin_secret', 'Enter the pin.');
  const attempt = await tryPin(services, {
    institutionId,
    type: 'registration',
    programId,
    serial,
    secret,
    from: { address, form: nameOf(visitor) },
  });
  return (tx: Tx, applicationId: number): Promise<number> => usePin(tx, attempt, applicationId);
}

/** Tries are counted by visitor, whose cookie itself is not stored. */
const nameOf = (visitor: string) => `visitor:${hash('sha256', visitor, 'base64url').slice(0, 22)}`;

const chosen = (words: string) =>
  z.preprocess((value) => (value === '' ? undefined : value), id.catch(0)).refine((value) => value > 0, words);

/** What opens an application. */
export const StartFields = z.object({
  program_id: chosen('Choose a programme.'),
  academic_session: emptyIsNull(id).catch(null),
  class_id: emptyIsNull(id).catch(null),
  returning_student: checkbox,
  batch_id: emptyIsNull(id).catch(null),
  admission_number: optionalLine(40, 'The admission number'),
  surname: personName(100, 'The surname'),
  firstName: personName(100, 'The first name'),
  birthDate: z
    .preprocess((value) => value ?? '', z.string().trim().min(1, 'The date of birth is required.'))
    .transform((typed) => readDay(typed) ?? typed)
    .pipe(z.string().refine(isDay, 'Enter a valid date, for example 20/11/2014.'))
    .refine((value) => value >= '1900-01-01', 'The date of birth is too long ago. Check the year.'),
  phone: phoneField,
  email: optionalEmail,
  pin_serial: optionalLine(40, 'The serial number'),
  pin_secret: optionalLine(40, 'The pin'),
});
export type StartFields = z.infer<typeof StartFields>;

/** An application by the code in its address. */
export interface OwnKey {
  institutionId: number;
  code: string;
  secret: Buffer;
}

const isOwn = ({ institutionId, code, secret }: OwnKey) =>
  and(eq(applications.institutionId, institutionId), hasCode(secret, institutionId, readCode(code) ?? ''));

const select = (db: Db, key: OwnKey) =>
  db
    .select({
      application: applications,
      intake: intakes,
      program: programs.name,
      session: academicSessions.name,
      className: classes.name,
      ageDay: sql<string>`coalesce(${intakes.ageOn}, ${academicSessions.startsOn})::text`,
      isClosed: sql<boolean>`${intakes.closesAt} <= now()`,
    })
    .from(applications)
    .innerJoin(intakes, hasKey(intakes, applications.institutionId, applications.intakeId))
    .innerJoin(programs, hasKey(programs, intakes.institutionId, intakes.programId))
    .innerJoin(academicSessions, hasKey(academicSessions, intakes.institutionId, intakes.sessionId))
    .leftJoin(classes, hasKey(classes, applications.institutionId, applications.classId))
    .where(and(isOwn(key), isNull(applications.anonymisedAt)));

const papersOf = (db: Db, key: OwnKey) =>
  db
    .select({
      kind: applicationPapers.kind,
      name: applicationPapers.name,
      size: files.size,
      mediaType: files.mediaType,
    })
    .from(applicationPapers)
    .innerJoin(applications, hasKey(applications, applicationPapers.institutionId, applicationPapers.applicationId))
    .innerJoin(files, hasKey(files, applicationPapers.institutionId, applicationPapers.fileId))
    .where(isOwn(key));

const tasksOf = (db: Db, key: OwnKey) =>
  db
    .select({ id: applicationTasks.id, part: applicationTasks.part, message: applicationTasks.message })
    .from(applicationTasks)
    .innerJoin(applications, hasKey(applications, applicationTasks.institutionId, applicationTasks.applicationId))
    .where(and(isOwn(key), isNull(applicationTasks.doneAt), isNull(applicationTasks.closedAt)))
    .orderBy(asc(applicationTasks.id));

/** Everything the applicant sees of the application; its queries travel together. */
export async function ownApplication(db: Db, key: OwnKey) {
  const [[found], papers, tasks] = await Promise.all([select(db, key), papersOf(db, key), tasksOf(db, key)]);
  if (!found) throw new NotFound('application');
  return { ...found, papers, tasks };
}
export type OwnApplication = Awaited<ReturnType<typeof ownApplication>>;

/** The intake of a draft, or null after it was sent. */
export async function intakeOf(db: Db, key: OwnKey): Promise<number | null> {
  const [found] = await db
    .select({ intakeId: applications.intakeId, status: applications.status })
    .from(applications)
    .where(and(isOwn(key), isNull(applications.anonymisedAt)));
  if (!found) throw new NotFound('application');
  return found.status === 'draft' ? found.intakeId : null;
}

/** An application locked for a change; a draft has no tasks, and only sending it looks at its papers. */
export async function lockOwn(tx: Tx, key: OwnKey, { withPapers = false } = {}): Promise<OwnApplication> {
  const [found] = await select(tx, key).for('no key update', { of: applications });
  if (!found) throw new NotFound('application');
  const papers = withPapers ? await papersOf(tx, key) : [];
  const tasks = found.application.status === 'draft' ? [] : await tasksOf(tx, key);
  return { ...found, papers, tasks };
}

/** Parts that the applicant can change: all of a draft, later those that the school asks for. */
export const isEditable = ({ application, tasks }: OwnApplication, part: string): boolean =>
  application.status === 'draft' || tasks.some((task) => task.part === part);

import { randomBytes } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { systemActor } from '#kernel/actor.ts';
import { counterName, formatNumber } from '#kernel/counters.ts';
import { insertMany } from '#kernel/database/insert-many.ts';
import { type Tx, query } from '#kernel/database.ts';
import { type Files, keepFile, recordStored } from '#kernel/files.ts';
import { counters } from '#kernel/tables.ts';
import type { Chance } from '#features/records/geography/chance.demo.ts';
import { areasByState } from '#features/people/students/homes.demo.ts';
import { academicSessions, classes, programs } from '#features/school/structure/structure.schema.ts';
import type { DemoInstitution } from '#web/feature.ts';
import { admit } from './admit/admit.ts';
import { applications, intakeClasses, intakes, applicationPapers } from './admissions.schema.ts';
import { inventApplicants, type DemoApplicant, type DemoApplication } from './applicants.demo.ts';
import { admissionRoundMembers, admissionRounds } from './decisions.schema.ts';
import { insertExamination } from './examination.demo.ts';
import { intakePlans, mixes, type IntakePlan } from './intake-plans.demo.ts';
import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';

const pattern = '{program}/{yy}/{seq:4}';
const day = 86_400_000;
/** On the full hour, in UTC. */
const atHour = (days: number, hour: number) => {
  const date = daysAgo(days);
  date.setUTCHours(hour, 0, 0, 0);
  return date;
};
const daysAgo = (days: number) => new Date(Date.now() - days * day);

/** A running intake for each programme, with applications in every state. */
export async function insertAdmissions(tx: Tx, place: DemoInstitution, files: Files | null, chance: Chance) {
  const areas = await areasByState(tx);
  Object.assign(place, { admitted: [], acceptances: [], pinApplicants: [] });
  for (const [at, plan] of intakePlans[place.key].entries()) {
    const intake = await insertIntake(tx, place, plan);
    const people = inventApplicants(chance, plan, mixes[place.key], areas, place.id * 100_000 + at * 1000);
    const made = await insertApplications(tx, intake, plan, people);
    await insertExamination(tx, intake, made);
    await insertPapers(tx, intake.institutionId, files, made, plan.age >= 16);
    await insertRound(tx, intake, plan, made);
    place.admitted.push(...made.filter(({ status }) => status === 'admitted').map(({ id }) => id));
    if (plan.acceptanceFee > 0)
      place.acceptances.push(
        ...made
          // One pays too late: the application was withdrawn.
          .filter(
            ({ status }, at) => status === 'accepted' || status === 'admitted' || (status === 'withdrawn' && at % 2),
          )
          .map((person) => ({ ...buyerOf(person), amount: plan.acceptanceFee })),
      );
    if (intake.requiresPin) place.pinApplicants.push(...made.map(buyerOf));
  }
}

const buyerOf = ({ id, firstName, surname, email, phone, startedAgo }: DemoApplication): DemoBuyer => ({
  id,
  name: `${firstName} ${surname}`,
  email,
  phone,
  daysAgo: Math.ceil(startedAgo),
});

type Intake = Awaited<ReturnType<typeof insertIntake>>;

async function insertIntake(tx: Tx, { id: institutionId }: DemoInstitution, plan: IntakePlan) {
  const [place] = await tx
    .select({
      programId: programs.id,
      code: programs.code,
      requiresPin: programs.requiresPin,
      applicationFee: programs.applicationFee,
      classId: classes.id,
      sessionId: academicSessions.id,
    })
    .from(programs)
    .innerJoin(classes, and(eq(classes.institutionId, programs.institutionId), eq(classes.programId, programs.id)))
    .innerJoin(academicSessions, eq(academicSessions.institutionId, programs.institutionId))
    .where(
      and(
        eq(programs.institutionId, institutionId),
        eq(programs.code, plan.program),
        eq(classes.name, plan.class),
        eq(academicSessions.isCurrent, true),
      ),
    );
  const { programId, sessionId, classId, requiresPin, code } = place!;
  const isAdult = plan.age >= 16;
  const [row] = await tx
    .insert(intakes)
    .values({
      institutionId,
      programId,
      sessionId,
      requiresPin,
      acceptanceFee: plan.acceptanceFee,
      form: plan.form,
      opensAt: atHour(30, 7),
      closesAt: atHour(-45, 17),
      publishedAt: daysAgo(30),
      numberPattern: pattern,
      // What a pin costs is the fee of such a programme.
      applicationFee: 0,
      minimumAge: plan.age - 1,
      maximumAge: plan.age + (isAdult ? 20 : 3),
      cutoff: plan.cutoff,
      papers: [
        { key: 'photo', label: 'Passport photograph', isRequired: false },
        { key: 'birth-certificate', label: 'Birth certificate', isRequired: true },
        { key: 'last-result', label: isAdult ? 'O-level result' : 'Last school report', isRequired: true },
      ],
      tests: [
        { key: 'english', label: 'English', most: 50 },
        { key: 'mathematics', label: 'Mathematics', most: 50 },
      ],
    })
    .returning({ id: intakes.id });
  await tx.insert(intakeClasses).values({ institutionId, intakeId: row!.id, classId, seats: plan.seats });
  return { institutionId, id: row!.id, classId, code, requiresPin };
}

/** An applicant who buys a pin or pays a fee. */
export interface DemoBuyer {
  /** Of the application. */
  id: number;
  name: string;
  email: string | null;
  phone: string;
  daysAgo: number;
}

async function insertApplications(tx: Tx, intake: Intake, plan: IntakePlan, people: DemoApplicant[]) {
  const { institutionId, id: intakeId, classId, code } = intake;
  let sequence = 0;
  const year = new Date().getFullYear();
  const parts = { year, program: code };
  const hasFee = plan.acceptanceFee > 0;
  const rows = people.map(({ marks, startedAgo, ...person }, at) => {
    const { status } = person;
    const sentAt = status === 'draft' ? null : daysAgo(startedAgo - 0.4);
    const isTaken = status === 'accepted' || status === 'admitted';
    const isAnswered = status === 'offered' || isTaken;
    const isClosed = status === 'rejected' || status === 'withdrawn';
    return {
      institutionId,
      intakeId,
      classId,
      ...person,
      codeHash: `\\x${randomBytes(32).toString('hex')}`,
      // Accepted once the fee is paid, and admitted by the verb.
      status: isTaken ? (hasFee ? 'offered' : 'accepted') : status,
      number: sentAt ? formatNumber(pattern, parts, (sequence += 1)) : null,
      startedAt: daysAgo(startedAgo),
      submittedAt: sentAt,
      score: marks && marks[0] + marks[1],
      offeredAt: isAnswered ? daysAgo(4) : null,
      offerUntil: isAnswered ? isoDay(daysAgo(at % 5 === 0 && !isTaken ? 1 : -10)) : null,
      acceptedAt: isTaken && !hasFee ? daysAgo(2) : null,
      closedAt: isClosed ? daysAgo(3) : null,
      closedFrom: isClosed ? 'under_review' : null,
      closeReason: status === 'withdrawn' ? 'The family has moved to another town.' : null,
    };
  });
  const ids = await insertMany(tx, applications, rows as never);
  await tx
    .insert(counters)
    .values({ institutionId, name: counterName('application', pattern, parts), value: sequence })
    .onConflictDoUpdate({ target: [counters.institutionId, counters.name], set: { value: sql`excluded.value` } });
  return people.map((person, at): DemoApplication => ({
    ...person,
    id: ids[at]!,
    score: rows[at]!.score,
    sentAt: rows[at]!.submittedAt,
  }));
}

const isoDay = (date: Date) => date.toISOString().slice(0, 10);

/** The cut-off after the first examination. */
async function insertRound(tx: Tx, { institutionId, id: intakeId }: Intake, plan: IntakePlan, made: DemoApplication[]) {
  const decided = {
    offered: 'offered',
    accepted: 'offered',
    admitted: 'offered',
    waiting_list: 'waiting_list',
    rejected: 'rejected',
  } as const;
  const members = made.flatMap(({ id: applicationId, status }) =>
    status in decided ? { applicationId, toStatus: decided[status as keyof typeof decided] } : [],
  );
  if (members.length === 0) return;
  const terms = { cutoff: plan.cutoff, waitingFrom: plan.cutoff - 6, rejects: true };
  const [round] = await tx
    .insert(admissionRounds)
    .values({ institutionId, intakeId, kind: 'cutoff', terms, madeAt: daysAgo(4) })
    .returning({ id: admissionRounds.id });
  await tx.insert(admissionRoundMembers).values(
    members.map((member) => ({
      institutionId,
      roundId: round!.id,
      fromStatus: 'under_review' as const,
      ...member,
      doneAt: daysAgo(4),
    })),
  );
}

/** Applicants who were admitted last week; before, they had accepted. */
export async function admitApplicants(tx: Tx, { id: institutionId, admitted }: DemoInstitution) {
  const actor = systemActor(institutionId, 'Demonstration');
  for (const id of admitted)
    await admit(tx, actor, id, {
      batch_id: await fullestBatch(tx, institutionId, id),
      admission_number: null,
      confirm_alike: true,
    });
}

/** The class arm with the fewest free seats: the roomiest is for students who wait for one. */
async function fullestBatch(tx: Tx, institutionId: number, applicationId: number): Promise<number | null> {
  const [batch] = await query<{ id: number }>(tx)`select b.id from applications a
    join batches b on b.institution_id = a.institution_id and b.class_id = a.class_id and b.closed_at is null
    cross join lateral (select count(*) as taken from students s
      where s.institution_id = b.institution_id and s.batch_id = b.id) t
    where a.institution_id = ${institutionId} and a.id = ${applicationId} and b.capacity > t.taken
    order by b.capacity - t.taken, b.id limit 1`;
  return batch ? Number(batch.id) : null;
}

/** The papers of applications that were sent; one in nine lacks the second. */
async function insertPapers(
  tx: Tx,
  institutionId: number,
  files: Files | null,
  made: DemoApplication[],
  isAdult: boolean,
): Promise<void> {
  if (!files) return;
  const wanted = made
    .filter(({ sentAt }) => sentAt !== null)
    .flatMap((person, at) => [
      { person, kind: 'birth-certificate', title: 'Birth certificate' },
      ...(at % 9 === 4 ? [] : [{ person, kind: 'last-result', title: isAdult ? 'O-level result' : 'School report' }]),
    ]);
  const contents = await Promise.all(wanted.map(({ person, title }) => drawPaper(person, title)));
  const actor = systemActor(institutionId, 'Demonstration');
  await recordStored(files, contents, async (stored) => {
    const rows = [];
    for (const [at, { person, kind }] of wanted.entries()) {
      const name = `${kind}.pdf`;
      const file = { ...stored[at]!, name, purpose: 'application', mediaType: 'application/pdf' };
      rows.push({
        institutionId,
        applicationId: person.id,
        kind,
        name,
        fileId: await keepFile(tx, actor, institutionId, file),
      });
    }
    await tx.insert(applicationPapers).values(rows);
  });
}

/** A page that says what it is, in the fonts that every reader has. */
function drawPaper({ firstName, surname, birthDate, answers }: DemoApplication, title: string): Promise<Buffer> {
  const doc = new PDFDocument({ size: 'A5', margin: 40 });
  // The built-in fonts know Latin letters without marks only.
  const latin = (text: string) =>
    text
      .normalize('NFD')
      .replace(/[\u0300-\u036f]/g, '')
      .replace(/[^\x20-\x7e]/g, '');
  doc.fontSize(18).text(title, { align: 'center' }).moveDown();
  doc.fontSize(12).text(latin(`Name: ${firstName} ${surname}`));
  doc.text(`Date of birth: ${birthDate}`);
  for (const { name } of answers.schools ?? []) doc.text(latin(`School: ${name}`));
  doc.moveDown().fontSize(9).fillColor('#777777').text('Specimen of the demonstration');
  doc.end();
  return buffer(doc as unknown as NodeJS.ReadableStream);
}

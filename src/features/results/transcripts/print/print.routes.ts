import { and, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { membershipIn, type Actor, can } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { termsOf } from '#kernel/contracts/terminology.ts';
import { render, query, type Db, type Tx, pick } from '#kernel/database.ts';
import { today } from '#kernel/dates.ts';
import { Conflict, NotFound } from '#kernel/errors.ts';
import { qrOf } from '#kernel/qr.ts';
import { id } from '#kernel/schemas.ts';
import { letterheadOf } from '#features/school/institutions/letterhead.queries.ts';
import { maySeeResults } from '#features/results/results/publication/published.queries.ts';
import { may, type App, drawing } from '#web/routes.ts';
import { findPaper } from '../papers/papers.ts';
import { paperKinds } from '../papers/paper-content.ts';
import { verifyPaperPage, type VerifiedPaper } from '../transcripts.pages.ts';
import type { PaperFile } from './draw-proof.ts';
import { holdOfStudent } from '#features/money/holds/held/held-students.ts';
import { recordFigures, programRules, studentRecords } from '#features/results/results/record/record-figures.ts';
import { seenWith } from '#features/people/students/seen-with.ts';
import { students } from '#features/people/students/students.schema.ts';
import { transcriptOf } from '../papers/issue-paper.ts';

const layouts = {
  transcript: new URL('./transcript.pdf.ts', import.meta.url),
  statement: new URL('./statement.pdf.ts', import.meta.url),
};
const params = z.object({ id });
/** Guessing a code is hopeless; this keeps a visitor from trying. */
const rateLimit = { max: 60, timeWindow: '1 minute' };
const code = z.string().regex(/^[A-Za-z0-9_-]{16}$/);

/** Papers on paper, and the public page that proves one. */
export function paperPrintRoutes(app: App): void {
  const { database, files } = app.services;

  app.get('/students/:id/transcript.pdf', drawing(may(...maySeeResults), { params }), async (request, reply) => {
    const data = await request.snapshot(async (db, actor): Promise<PaperFile> => {
      const { institutionId, ...own } = await unofficialOf(db, actor, request.params.id);
      return { ...own, official: null, ...(await frameOf(db, actor, institutionId)) };
    });
    const title = `unofficial transcript ${data.content.admissionNumber}`;
    return reply.pdf({ title, layout: layouts.transcript, data });
  });

  app.get('/academic-papers/:id/paper.pdf', drawing(may('transcripts.issue'), { params }), async (request, reply) => {
    const origin = await request.publicOrigin().catch(() => null);
    const data = await request.write((tx, actor) => officialOf(tx, actor, request.params.id, origin));
    const { kind } = data.content;
    return reply.pdf({ title: `${kind} ${data.official!.number}`, layout: layouts[kind], data });
  });

  app.get(
    '/verify/paper/:code',
    { config: { ...may('public'), rateLimit }, schema: { params: z.object({ code }) } },
    async (request, reply) => {
      const found = await database.anonymous(async (tx) => {
        const rows = await query<VerifiedPaper>(tx, render)`
          select p.institution, p.kind, p.number, p.initials, p.recipient, p.issued_on::text as "issuedOn",
            p.is_replaced as "isReplaced", p.revoked_on::text as "revokedOn", p.content ->> 'program' as program,
            p.content ->> 'system' as system, (p.content ->> 'unitsPassed')::int as "unitsPassed",
            p.content ->> 'overall' as overall, p.content ->> 'gpaForm' as "gpaForm", p.content ->> 'designation' as designation,
            p.content ->> 'completedOn' as "completedOn", jsonb_array_length(p.content -> 'terms') as terms,
            (select sum(jsonb_array_length(t -> 'courses'))::int from jsonb_array_elements(p.content -> 'terms') t) as courses
          from akada_paper_by_code(${request.params.code}) p`;
        return rows[0];
      });
      if (!found) throw new NotFound('paper');
      reply.header('X-Robots-Tag', 'noindex, nofollow').header('Cache-Control', 'no-store');
      return reply.page(verifyPaperPage, { paper: found });
    },
  );

  const frameOf = async (db: Db, actor: Actor, institutionId: number) => {
    const { timeZone, terminology } = membershipIn(actor, institutionId)!;
    return {
      letterhead: await letterheadOf(db, files, institutionId),
      words: termsOf(terminology),
      printedOn: today(timeZone),
    };
  };

  /** The paper as it was issued. The print is logged. */
  async function officialOf(tx: Tx, actor: Actor, paperId: number, origin: string | null): Promise<PaperFile> {
    const paper = await findPaper(tx, actor, paperId);
    const { institutionId, kind, number, studentId, content, names, issuedOn, isRevoked } = paper;
    if (!names) throw new Conflict('This person’s data was erased. Only the number of the paper is kept.');
    await record(tx, actor, 'transcripts.print', {
      institutionId,
      summary: `printed the ${paperKinds[kind].toLowerCase()} ${number}`,
      subject: { type: 'student', id: studentId },
      details: { paper: paperId, number },
    });
    const address = origin && `${origin}/verify/paper/${paper.code}`;
    const { recipient, purpose, ...holder } = names;
    return {
      ...(await frameOf(tx, actor, institutionId)),
      content,
      names: holder,
      official: {
        number,
        issuedOn,
        recipient,
        purpose,
        isRevoked,
        qr: address ? { address, squares: qrOf(address) } : null,
      },
    };
  }
}

/** A student's record as a transcript would say it today. Not for the family while a hold withholds it. */
async function unofficialOf(db: Db, actor: Actor, studentId: number) {
  const [student] = await db
    .select({
      ...pick(students, 'institutionId', 'surname', 'firstName', 'middleName', 'gender', 'birthDate'),
      ...pick(students, 'admissionNumber', 'admissionDate'),
    })
    .from(students)
    .where(and(seenWith(actor, maySeeResults), isNull(students.mergedIntoId), eq(students.id, studentId)));
  if (!student) throw new NotFound('student');
  const { institutionId, admissionNumber, admissionDate, ...names } = student;
  const isStaff = can(actor, 'results.view', institutionId);
  // A hold on report cards would mean nothing if their figures could be read here.
  const hold = isStaff ? null : await holdOfStudent(db, institutionId, studentId);
  if (hold?.remaining.some((one) => one === 'transcript' || one === 'report_card'))
    throw new Conflict('The transcript is withheld because fees are unpaid. “Fees” shows how much to pay.');
  const records = (await studentRecords(db, { institutionId, studentIds: [studentId] })).get(studentId)!;
  if (records.length === 0) throw new Conflict('No results are published yet, so there is nothing to print.');
  const rule = (await programRules(db, institutionId, [studentId])).get(studentId)!;
  const holder = { studentId, admissionNumber, admissionDate };
  return { institutionId, names, content: transcriptOf(recordFigures(records, rule), rule, holder) };
}

import { randomBytes, createHmac } from 'node:crypto';
import { z } from 'zod';
import { allow, membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { counterName, formatNumber, take } from '#kernel/counters.ts';
import { today } from '#kernel/dates.ts';
import { query, type Tx, pick } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { choice, line, optionalDay, optionalLine } from '#kernel/schemas.ts';
import { holdOn } from '#features/money/holds/held/held-students.ts';
import { noSeal } from '#features/results/results/publication/sealed-cards.ts';
import { lockStudent } from '#features/people/students/lock-student.ts';
import { textName } from '#ui/format.ts';
import { candidateFigures } from '../graduation/candidates.queries.ts';
import {
  paperKinds,
  type PaperContent,
  type PaperKind,
  type PaperNames,
  type PaperTerm,
  type StatementContent,
  type TranscriptContent,
} from './paper-content.ts';
import { keyFor } from '#kernel/secrets/keys.ts';
import { type Fraction, toText } from '#features/results/assessment/compute/fraction.ts';
import type { GpaForm } from '#features/results/assessment/compute/types.ts';
import type { FiguredTerm, RecordFigures, ProgramRule } from '#features/results/results/record/record-figures.ts';

export const IssuePaper = z.object({
  kind: choice(paperKinds),
  recipient: line(200, 'The recipient'),
  purpose: optionalLine(200, 'The purpose'),
  completedOn: optionalDay,
});

const patterns: Record<PaperKind, string> = { transcript: 'TR/{year}/{seq:4}', statement: 'SR/{year}/{seq:4}' };

/** Issues an official paper with the year's next number, from what is published, and seals it as issued. */
export async function issuePaper(
  tx: Tx,
  actor: Actor,
  secret: Buffer,
  studentId: number,
  { kind, recipient, purpose, completedOn }: z.output<typeof IssuePaper>,
): Promise<{ id: number; number: string }> {
  const student = await lockStudent(tx, actor, studentId);
  const { institutionId, surname, firstName, middleName, gender, birthDate, admissionNumber, admissionDate } = student;
  allow(actor, 'transcripts.issue', institutionId);
  const name = textName(student);
  if (await holdOn(tx, institutionId, studentId, 'transcript'))
    throw new ValidationError('form', `Transcripts of ${name} are withheld because of unpaid fees.`);
  const { figures, rule, readiness } = (await candidateFigures(tx, institutionId, [studentId])).get(studentId)!;
  if (figures.terms.length === 0) throw new ValidationError('form', `${name} has no published or imported results.`);
  const holder = { studentId, admissionNumber, admissionDate };
  let content: PaperContent = transcriptOf(figures, rule, holder);
  const day = today(membershipIn(actor, institutionId)!.timeZone);
  if (kind === 'statement') {
    if (!readiness.isReady)
      throw new ValidationError('form', `${name} has not completed the programme. ${readiness.reasons.join('. ')}.`);
    if (!completedOn) throw new ValidationError('completedOn', 'Enter the date of completion.');
    if (completedOn > day) throw new ValidationError('completedOn', 'The date of completion can’t be in the future.');
    content = statementOf(figures, rule, holder, completedOn);
  }
  const parts = { year: Number(day.slice(0, 4)) };
  const pattern = patterns[kind];
  const sequence = await take(tx, institutionId, counterName(`academic-paper:${kind}`, pattern, parts));
  const number = formatNumber(pattern, parts, sequence);
  const names = { surname, firstName, middleName, gender, birthDate, recipient, purpose };
  const { id, sealed } = await keepPaper(tx, actor, secret, { institutionId, studentId, kind, number, content, names });
  await record(tx, actor, 'transcripts.issue', {
    institutionId,
    summary: `issued the ${paperKinds[kind].toLowerCase()} ${number} of ${name}`,
    subject: { type: 'student', id: studentId },
    details: { paper: id, number, sealed },
  });
  return { id, number };
}

interface NewPaper {
  institutionId: number;
  studentId: number;
  kind: PaperKind;
  number: string;
  content: PaperContent;
  names: PaperNames;
}

/** Appends to the institution's chain. The counter is held until the end, so that nobody appends meanwhile. */
async function keepPaper(tx: Tx, actor: Actor, secret: Buffer, paper: NewPaper) {
  const { institutionId, studentId, kind, number } = paper;
  const [content, names] = [JSON.stringify(paper.content), JSON.stringify(paper.names)];
  const seq = await take(tx, institutionId, 'academic paper');
  // The digests are of the text that the database keeps, in which keys have an order of their own.
  const [kept] = await query<{ contentDigest: string; namesDigest: string; at: Date; previous: Buffer | null }>(tx)`
    select encode(sha256(convert_to(${content}::jsonb::text, 'UTF8')), 'hex') as "contentDigest",
      encode(sha256(convert_to(${names}::jsonb::text, 'UTF8')), 'hex') as "namesDigest", now() as at,
      (select p.seal from academic_papers p where (p.institution_id, p.seq) = (${institutionId}, ${seq - 1})) as previous`;
  const { contentDigest, namesDigest, previous } = kept!;
  const issuedAt = new Date(kept!.at);
  const code = randomBytes(12).toString('base64url');
  const sealed = { institutionId, seq, kind, number, code, issuedAt, contentDigest, namesDigest };
  const seal = sealPaper(secret, previous ?? noSeal, sealed);
  const [row] = await query<{ id: number }>(tx)`
    insert into academic_papers (institution_id, seq, kind, number, student_id, content, names, content_digest,
      names_digest, seal, code, issued_at, account_id)
    values (${institutionId}, ${seq}, ${kind}, ${number}, ${studentId}, ${content}::jsonb, ${names}::jsonb,
      decode(${contentDigest}, 'hex'), decode(${namesDigest}, 'hex'), ${seal}, ${code}, ${issuedAt.toISOString()}::timestamptz,
      ${actor.accountId}::bigint) returning id::bigint as id`;
  return { id: row!.id, sealed: { of: 'academic_papers', number: seq, seal: seal.toString('hex') } };
}

/** What a seal covers, besides the seal before it. Digests are SHA-256 of what the database keeps, in hex. */
export interface SealedPaper {
  institutionId: number;
  seq: number;
  kind: PaperKind;
  number: string;
  code: string;
  issuedAt: Date;
  contentDigest: string;
  namesDigest: string;
}

/**
 * HMAC-SHA256 with a key of the institution, derived from the installation's secret. The
 * content names the student; a merge moves the paper to the kept record.
 */
export function sealPaper(secret: Buffer, previous: Buffer, paper: SealedPaper): Buffer {
  const { institutionId, seq, kind, number, code, issuedAt, contentDigest, namesDigest } = paper;
  const said = [institutionId, seq, kind, number, code, issuedAt.toISOString(), contentDigest, namesDigest];
  return createHmac('sha256', keyFor(secret, `transcripts.seal:${institutionId}`))
    .update(previous)
    .update(said.join('|'))
    .digest();
}

const exact = (value: Fraction | null) => value && toText(value);

/** The usual form goes without saying. */
const formOf = (gpaForm: GpaForm | null) => (gpaForm && gpaForm !== 'round2' ? { gpaForm } : {});

interface Holder {
  studentId: number;
  admissionNumber: string;
  admissionDate: string | null;
}

export const transcriptOf = (figures: RecordFigures, rule: ProgramRule, holder: Holder): TranscriptContent => ({
  kind: 'transcript',
  ...commonOf(figures, rule, holder),
  admittedOn: holder.admissionDate,
  gradeKey: rule.bands,
  terms: figures.terms.map(termOf),
});

const statementOf = (
  figures: RecordFigures,
  rule: ProgramRule,
  holder: Holder,
  completedOn: string,
): StatementContent => ({
  kind: 'statement',
  ...commonOf(figures, rule, holder),
  completedOn,
  session: figures.terms.at(-1)?.record.session ?? null,
});

function commonOf(figures: RecordFigures, { program, className }: ProgramRule, { studentId, admissionNumber }: Holder) {
  const { system, units, unitsPassed, overall, designation, repeats, terms } = figures;
  const last = terms.findLast(({ record }) => record.program !== null)?.record;
  return {
    // What was published says the program and class of then; the record says those of now.
    studentId,
    admissionNumber,
    program: last?.program ?? program,
    className: last?.className ?? className,
    system,
    units,
    unitsPassed,
    overall: exact(overall),
    designation,
    repeats,
    ...formOf(figures.gpaForm),
  };
}

function termOf({ record, term, cumulative, repeats, academicStanding }: FiguredTerm): PaperTerm {
  const { session, courses, batch, className, system, average, inBatch } = record;
  return {
    session,
    term: record.term,
    place: className ?? batch,
    system,
    repeats,
    academicStanding,
    courses: courses.map((course) => pick(course, 'code', 'title', 'units', 'status', 'total', 'grade', 'points')),
    units: term.units,
    points: term.points,
    gpa: system === 'gpa' ? exact(term.gpa) : null,
    ...formOf(record.gpaForm),
    cumulative: cumulative && {
      ...pick(cumulative, 'units', 'unitsPassed', 'points'),
      value: exact(cumulative.value),
    },
    average: system === 'average' ? average : null,
    position: system === 'average' ? inBatch : null,
  };
}

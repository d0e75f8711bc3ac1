import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { counterName, formatNumber, take } from '#kernel/counters.ts';
import { today } from '#kernel/dates.ts';
import { query, type Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { choice, line, optionalDay, optionalLine } from '#kernel/schemas.ts';
import { holdOn } from '#features/money/holds/held/held-students.ts';
import { noSeal } from '#features/results/results/publication/seal.ts';
import { lockStudent } from '#features/people/students/lock-student.ts';
import { textName } from '#ui/format.ts';
import { candidateFigures } from '../graduation/candidates.queries.ts';
import { statementOf, transcriptOf } from './content-of.ts';
import { paperKinds, type PaperContent, type PaperKind, type PaperNames } from './paper-content.ts';
import { sealPaper } from './paper-seal.ts';

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
  const [kept] = await query<{ contentDigest: string; namesDigest: string; at: Date; previous: Buffer | null }>(
    tx,
    sql`select encode(sha256(convert_to(${content}::jsonb::text, 'UTF8')), 'hex') as "contentDigest",
      encode(sha256(convert_to(${names}::jsonb::text, 'UTF8')), 'hex') as "namesDigest", now() as at,
      (select p.seal from academic_papers p where (p.institution_id, p.seq) = (${institutionId}, ${seq - 1})) as previous`,
  );
  const { contentDigest, namesDigest, previous } = kept!;
  const issuedAt = new Date(kept!.at);
  const code = randomBytes(12).toString('base64url');
  const sealed = { institutionId, seq, kind, number, code, issuedAt, contentDigest, namesDigest };
  const seal = sealPaper(secret, previous ?? noSeal, sealed);
  const [row] = await query<{ id: number }>(
    tx,
    sql`insert into academic_papers (institution_id, seq, kind, number, student_id, content, names, content_digest,
      names_digest, seal, code, issued_at, account_id)
    values (${institutionId}, ${seq}, ${kind}, ${number}, ${studentId}, ${content}::jsonb, ${names}::jsonb,
      decode(${contentDigest}, 'hex'), decode(${namesDigest}, 'hex'), ${seal}, ${code}, ${issuedAt.toISOString()}::timestamptz,
      ${actor.accountId}::bigint) returning id::int as id`,
  );
  return { id: row!.id, sealed: { of: 'academic_papers', number: seq, seal: seal.toString('hex') } };
}

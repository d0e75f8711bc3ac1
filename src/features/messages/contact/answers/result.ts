import { sql } from 'drizzle-orm';
import { query, type Db, type Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { fromText, gpaText, shown } from '#features/results/assessment/compute/fraction-text.ts';
import { openWithPin } from '#features/money/pins/use/open-with-pin.ts';
import type { PinTry } from '#features/money/pins/use/try-pin.ts';
import type { CardRule } from '#features/results/results/cards/report-card.ts';
import type { PublishedCard } from '#features/results/results/publication/published-card.ts';
import { isWithheld } from '#features/results/results/public/public-results.queries.ts';
import type { AskedChild } from './find-child.ts';
import { inGsm, onePart } from './one-part.ts';

interface Latest {
  termId: number;
  term: string;
  session: string;
  programId: number;
  summary: Pick<PublishedCard['summary'], 'average' | 'inBatch' | 'counted' | 'passed' | 'gpa'>;
  rule?: Pick<CardRule, 'gpaForm'> | null | undefined;
}

/**
 * The latest published result in one part, if the pin opens it: by the rules of the public page. Null if the pin is
 * wrong or nothing is published.
 */
export async function resultText(
  tx: Tx,
  institutionId: number,
  { child, attempt, address }: { child: AskedChild; attempt: PinTry; address: string },
): Promise<string | null> {
  const latest = await latestResult(tx, institutionId, child.studentId);
  if (!latest) return null;
  const { termId, programId } = latest;
  const isHeld = await isWithheld(tx, institutionId, child.studentId);
  try {
    await openWithPin(tx, attempt, {
      studentId: child.studentId,
      termId,
      programId,
      visitor: `sms:${address}`,
      isHeld,
    });
  } catch (error) {
    if (error instanceof ValidationError) return null;
    throw error;
  }
  return isHeld
    ? onePart(child.school, child.name, 'The result is withheld. Please contact the school.')
    : resultInWords(child, latest);
}

export function resultInWords(
  { school, name }: Pick<AskedChild, 'school' | 'name'>,
  { term, session, summary, rule }: Latest,
): string {
  const { average, inBatch, counted, passed, gpa } = summary;
  const figures = [
    gpa?.value
      ? `GPA ${gpaText(fromText(gpa.value), rule?.gpaForm)}`
      : average && `average ${shown(fromText(average))}`,
    !gpa && inBatch && `position ${inBatch.position} of ${inBatch.of}`,
    `${passed} of ${counted} passed`,
  ].filter(Boolean);
  return onePart(school, name, `${inGsm(term).slice(0, 24)} ${inGsm(session).slice(0, 12)}: ${figures.join(', ')}.`);
}

async function latestResult(db: Db, institutionId: number, studentId: number): Promise<Latest | undefined> {
  const [latest] = await query<Latest>(
    db,
    sql`select r.term_id::int as "termId", t.name as term, y.name as session, k.program_id::int as "programId",
        r.content -> 'summary' as summary, r.content -> 'rule' as rule
      from published_results r
      join terms t on (t.institution_id, t.id) = (r.institution_id, r.term_id)
      join academic_sessions y on (y.institution_id, y.id) = (t.institution_id, t.session_id)
      join batches b on (b.institution_id, b.id) = (r.institution_id, r.batch_id)
      join classes k on (k.institution_id, k.id) = (b.institution_id, b.class_id)
      where r.institution_id = ${institutionId} and r.student_id = ${studentId} and r.replaced_at is null
      order by y.starts_on desc, t.position desc limit 1`,
  );
  return latest;
}

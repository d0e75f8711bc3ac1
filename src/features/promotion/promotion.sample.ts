import { sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';

/**
 * For tests: a result of a student in a term, published with these totals by course; the average is their mean. With a
 * CGPA it is a college's, without a grade point in any course.
 */
export async function publishSample(
  tx: Tx,
  place: { institutionId: number; termId: number; batchId: number; studentId: number },
  totals: Record<number, number>,
  cgpa: string | null = null,
): Promise<void> {
  const { institutionId, termId, batchId, studentId } = place;
  const marks = Object.entries(totals);
  const average = marks.reduce((sum, [, total]) => sum + total, 0) / marks.length;
  const content = {
    ...{
      layout: cgpa === null ? 'secondary' : 'college',
      session: 'Session',
      term: 'Term',
      batch: 'Batch',
      className: 'Class',
      program: 'P',
    },
    courses: marks.map(([id, total]) => ({
      ...{ id: Number(id), code: `C${id}`, title: `Course ${id}`, units: 1, status: 'complete', total: String(total) },
      ...{ cumulative: null, passed: total >= 40, grade: 'A', points: 0 },
    })),
    summary: {
      average: String(average),
      cumulative: null,
      inBatch: { position: 1, of: 3 },
      gpa: null,
      cgpa: cgpa && { value: cgpa },
    },
    student: { id: studentId },
  };
  await tx.execute(sql`
    insert into published_results (institution_id, seq, student_id, term_id, batch_id, content, digest, seal, code, published_at)
    select ${institutionId}, 1 + coalesce(max(seq), 0), ${studentId}, ${termId}, ${batchId}, ${JSON.stringify(content)}::jsonb,
      sha256(''), sha256(''), lpad(${studentId}::text || 'x' || ${termId}::text, 16, 'A'), now()
    from published_results where institution_id = ${institutionId}`);
}

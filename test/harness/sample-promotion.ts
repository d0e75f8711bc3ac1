import { systemActor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { type PublishedCard, keepSealed } from '#features/results/results/publication/sealed-cards.ts';

/**
 * For tests: a result of a student in a term, published with these totals by course; the average is their mean. With a
 * CGPA it is a college's, without a grade point in any course.
 */
export async function publishSample(
  tx: Tx,
  secret: Buffer,
  place: { institutionId: number; termId: number; batchId: number; studentId: number },
  totals: Record<number, number>,
  cgpa: string | null = null,
): Promise<void> {
  const { institutionId, termId, batchId, studentId } = place;
  const marks = Object.entries(totals);
  const average = marks.reduce((sum, [, total]) => sum + total, 0) / marks.length;
  const content: unknown = {
    layout: cgpa === null ? 'secondary' : 'college',
    session: 'Session',
    term: 'Term',
    batch: 'Batch',
    className: 'Class',
    program: 'P',
    courses: marks.map(([id, total]) => ({
      id: Number(id),
      code: `C${id}`,
      title: `Course ${id}`,
      units: 1,
      status: 'complete',
      total: String(total),
      cumulative: null,
      passed: total >= 40,
      grade: 'A',
      points: 0,
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
  const results = [{ termId, batchId, card: content as PublishedCard }];
  await keepSealed(tx, systemActor(institutionId, 'Sample'), secret, { institutionId, results });
}

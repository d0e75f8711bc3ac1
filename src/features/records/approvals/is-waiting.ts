import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Db } from '#kernel/database.ts';
import { approvals } from './approvals.schema.ts';

/** Whether a request of this kind about the subject is waiting. */
export async function isWaiting(
  db: Db,
  { kind }: { kind: string },
  institutionId: number,
  subject: { type: string; id: number },
): Promise<boolean> {
  const open = and(
    eq(approvals.institutionId, institutionId),
    eq(approvals.kind, kind),
    eq(approvals.subjectType, subject.type),
    eq(approvals.subjectId, subject.id),
    isNull(approvals.outcome),
    gt(approvals.expiresAt, sql`now()`),
  );
  return (await db.$count(approvals, open)) > 0;
}

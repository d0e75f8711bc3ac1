import { and, eq } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { documents } from '#features/records/people/people.schema.ts';
import { applicationPapers } from '../admissions.schema.ts';
import type { IntakePaper } from '../intake-form.ts';
import type { LockedApplication } from '../lock-applications.ts';

/** The papers of the application become documents of the student's record. */
export async function movePapers(
  tx: Tx,
  actor: Actor,
  { institutionId, id: applicationId }: LockedApplication,
  asked: readonly IntakePaper[],
  studentId: number,
): Promise<void> {
  const mine = and(
    eq(applicationPapers.institutionId, institutionId),
    eq(applicationPapers.applicationId, applicationId),
  );
  const papers = await tx.delete(applicationPapers).where(mine).returning();
  if (papers.length === 0) return;
  await tx.insert(documents).values(
    papers.map(({ kind, fileId, name }) => ({
      institutionId,
      studentId,
      fileId: fileId!,
      accountId: actor.accountId,
      title: asked.find(({ key }) => key === kind)?.label ?? name,
    })),
  );
}

import { and, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import { accountNameOf } from '#kernel/account-name.ts';
import type { Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { approvals, iso, requestColumns } from './approvals.schema.ts';
import { decidersOf } from './deciders.ts';

/** A change that isn't in force yet, for the page of its settings. */
export interface WaitingChange {
  id: number;
  asker: string;
  isMine: boolean;
  summary: string;
  /** Who can approve it, some of them. */
  by: string[];
  /** Where nobody can: when it takes effect. */
  waitsUntil: string | null;
  institutionId: number;
}

/** Changes of these kinds that wait in the institutions. The caller has checked the permission for their settings. */
export async function waitingChanges(
  db: Db,
  actor: Actor,
  institutionIds: number[],
  kinds: readonly { kind: string }[],
  subject?: { type: string; id: number },
): Promise<WaitingChange[]> {
  const of = {
    institutionId: sql`approvals.institution_id`,
    permission: sql`approvals.permission`,
    askedBy: sql`approvals.asked_by`,
    subjectType: sql`approvals.subject_type`,
    subjectId: sql`approvals.subject_id`,
    concerns: sql`approvals.concerns`,
  };
  const rows = await db
    .select({
      id: approvals.id,
      institutionId: approvals.institutionId,
      askedBy: approvals.askedBy,
      asker: requestColumns.asker,
      summary: approvals.summary,
      waitsUntil: sql<string | null>`${iso(approvals.waitsUntil)}`,
      by: sql<string[]>`array(select ${accountNameOf(sql`d.name`, sql`d.username`)} from accounts d
        where d.id in (${decidersOf(of)}) order by 1 limit 3)`,
    })
    .from(approvals)
    .where(
      and(
        inArray(approvals.institutionId, institutionIds),
        inArray(
          approvals.kind,
          kinds.map(({ kind }) => kind),
        ),
        subject && and(eq(approvals.subjectType, subject.type), eq(approvals.subjectId, subject.id)),
        isNull(approvals.outcome),
        gt(approvals.expiresAt, sql`now()`),
      ),
    )
    .orderBy(desc(approvals.id));
  return rows.map(({ askedBy, ...row }) => Object.assign(row, { isMine: askedBy === actor.accountId }));
}

import { sql } from 'drizzle-orm';
import { accountNameOf } from '#kernel/account-name.ts';
import type { Actor } from '#kernel/actor.ts';
import { filled, prepared, query, type Db } from '#kernel/database.ts';
import { iso, requestColumns } from './approvals.schema.ts';
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

const of = {
  institutionId: sql`approvals.institution_id`,
  permission: sql`approvals.permission`,
  askedBy: sql`approvals.asked_by`,
  subjectType: sql`approvals.subject_type`,
  subjectId: sql`approvals.subject_id`,
  concerns: sql`approvals.concerns`,
};

const waiting = prepared(sql`
  select id::float8 as id, institution_id as "institutionId", asked_by::float8 as "askedBy",
    ${requestColumns.asker} as asker, summary, ${iso(sql`approvals.waits_until`)} as "waitsUntil",
    array(select ${accountNameOf(sql`d.name`, sql`d.username`)} from accounts d
      where d.id in (${decidersOf(of)}) order by 1 limit 3) as by
  from approvals
  where institution_id = any (${sql.placeholder('institutionIds')}::int[]) and kind = any (${sql.placeholder('kinds')}::text[])
    and outcome is null and expires_at > now()
    and (${sql.placeholder('type')}::text is null
      or (subject_type, subject_id) = (${sql.placeholder('type')}::text, ${sql.placeholder('id')}::bigint))
  order by id desc`);

/** Changes of these kinds that wait in the institutions. The caller has checked the permission for their settings. */
export async function waitingChanges(
  db: Db,
  actor: Actor,
  institutionIds: number[],
  kinds: readonly { kind: string }[],
  subject?: { type: string; id: number },
): Promise<WaitingChange[]> {
  const statement = filled(waiting, {
    institutionIds,
    kinds: kinds.map(({ kind }) => kind),
    type: subject?.type ?? null,
    id: subject?.id ?? null,
  });
  const found = await query<WaitingChange & { askedBy: number }>(db, statement);
  return found.map(({ askedBy, ...row }) => Object.assign(row, { isMine: askedBy === actor.accountId }));
}

/** Rendered and planned once: every record that opens asks it, and few have anything that waits. */
const anyWaiting = prepared(sql`select exists (select from approvals
  where institution_id = any (${sql.placeholder('institutionIds')}::int[]) and kind = ${sql.placeholder('kind')}
    and (subject_type, subject_id) = (${sql.placeholder('type')}::text, ${sql.placeholder('id')}::bigint)
    and outcome is null and expires_at > now()) as found`);

/** Whether a request of this kind about the subject is waiting in one of the institutions. */
export async function isWaiting(
  db: Db,
  { kind }: { kind: string },
  institutionIds: number[],
  { type, id }: { type: string; id: number },
): Promise<boolean> {
  const [row] = await query<{ found: boolean }>(db, filled(anyWaiting, { institutionIds, kind, type, id }));
  return row!.found;
}

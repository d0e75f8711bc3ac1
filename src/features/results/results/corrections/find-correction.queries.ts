import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { accountNameIn } from '#kernel/account-name.ts';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import { query, type Db } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { employeesOf } from '#features/records/approvals/approvals.schema.ts';
import { isInHandsOf } from '#features/records/approvals/deciders.ts';
import { seeingCorrections } from './corrected-sheet.queries.ts';
import type { CorrectionState } from './correction-states.ts';

/** Of the approval `a`. */
export const stateOf = sql<CorrectionState>`case when a.outcome is null and a.expires_at > now() then 'waiting'
  when a.outcome in ('approved', 'completed') then 'done' when a.outcome = 'declined' then 'refused'
  when a.outcome = 'withdrawn' then 'withdrawn' else 'expired' end`;

export const Correction = z.object({
  id: z.number(),
  institutionId: z.number(),
  sheetId: z.number(),
  approvalId: z.number(),
  state: z.custom<CorrectionState>(),
  reason: z.string(),
  /** Of the comparison when it was asked for. */
  seen: z.string(),
  askedBy: z.number(),
  askerEmployees: z.array(z.number()),
  isInAskersHands: z.boolean(),
  asker: z.string(),
  askedAt: z.string(),
  decider: z.string().nullable(),
  decidedAt: z.string().nullable(),
  /** Why it was refused. */
  refusal: z.string().nullable(),
  /** If nobody else could agree: from then on the requester can complete it. */
  waitsUntil: z.string().nullable(),
  isWaitOver: z.boolean(),
});
export type Correction = z.infer<typeof Correction>;

export async function findCorrection(db: Db, actor: Actor, correctionId: number): Promise<Correction> {
  const [row] = await query(
    db,
    sql`select c.id::int as id, c.institution_id as "institutionId", c.sheet_id::int as "sheetId", a.id::int as "approvalId",
      ${stateOf} as state, c.reason, c.seen, c.account_id::int as "askedBy", ${employeesOf(sql`a`)} as "askerEmployees",
      ${isInHandsOf(sql`${actor.accountId}::bigint`, sql`a.asked_by`, sql`a.institution_id`)} as "isInAskersHands",
      ${accountNameIn(sql`c.account_id`)} as asker,
      to_json(c.asked_at) #>> '{}' as "askedAt", ${accountNameIn(sql`a.decided_by`)} as decider,
      to_json(coalesce(a.decided_at, a.expires_at)) #>> '{}' as "decidedAt", a.reason as refusal,
      to_json(a.waits_until) #>> '{}' as "waitsUntil", coalesce(a.waits_until <= now(), false) as "isWaitOver"
    from result_corrections c join approvals a
      on (a.institution_id, a.subject_type, a.subject_id) = (c.institution_id, 'result_correction', c.id)
    where c.institution_id = any (${sql.param(institutionsWhere(actor, ...seeingCorrections))}::int[]) and c.id = ${correctionId}`,
    Correction,
  );
  if (!row) throw new NotFound('correction');
  return row;
}

import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, institutionsWhere, type Actor, membershipIn } from '#kernel/actor.ts';
import { recordMany } from '#kernel/audit.ts';
import { query, type Tx } from '#kernel/database.ts';
import { NotFound, ValidationError } from '#kernel/errors.ts';
import type { Permission } from '#kernel/permissions.ts';
import { id, list } from '#kernel/schemas.ts';
import { sheetStates, type SheetState } from '../sheet-states.ts';
import { countOf } from '#ui/format.ts';
import { missingMarks } from '../checks/taken-courses.queries.ts';

export const sheetActs = ['lock', 'reopen', 'approve', 'withdraw'] as const;
export type SheetAct = (typeof sheetActs)[number];

interface Step {
  from: SheetState;
  to: SheetState;
  may: Permission;
  /** In 'locked the marks of JSS 1 A'. */
  word: string;
  /** Undoes another step, so it needs a reason. */
  undoes?: true;
}

/** Publication is the results’ own; what is published changes by corrections alone. */
export const sheetSteps: Record<SheetAct, Step> = {
  lock: { from: 'open', to: 'locked', may: 'marks.open', word: 'locked' },
  reopen: { from: 'locked', to: 'open', may: 'marks.open', word: 'reopened', undoes: true },
  approve: { from: 'locked', to: 'approved', may: 'marks.approve', word: 'approved' },
  withdraw: { from: 'approved', to: 'locked', may: 'marks.approve', word: 'withdrew the approval of', undoes: true },
};

export const ChangeSheets = z.object({
  ids: list(id),
  reason: z.string().trim().max(300).default(''),
  /** Asked on the sheet’s own page, to which the answer returns. */
  isOnSheet: z.coerce.boolean().default(false),
});

interface Locked {
  id: number;
  institutionId: number;
  state: SheetState;
  batch: string;
  termId: number;
  term: string;
}

/** Takes sheets one step on, or back with a reason: all of them or none. Returns how many, and of which term. */
export async function changeSheets(
  tx: Tx,
  actor: Actor,
  act: SheetAct,
  { ids, reason }: z.output<typeof ChangeSheets>,
): Promise<{ count: number; termId: number }> {
  const { from, to, may, word, undoes } = sheetSteps[act];
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) throw new ValidationError('ids', 'Choose at least one from the list.');
  const sheets = await lockSheets(tx, actor, wanted);
  for (const { institutionId } of sheets) allow(actor, may, institutionId);
  if (undoes && !reason) throw new ValidationError('reason', 'Enter a reason. It’s kept with the marks.');
  const other = sheets.find(({ state }) => state !== from);
  if (other)
    throw new ValidationError(
      'ids',
      `${other.batch} is ${sheetStates[other.state].toLowerCase()}. Reload the page and choose again.`,
    );
  const missing = act === 'approve' ? await refuseApproval(tx, actor, sheets, reason) : undefined;
  const at = sql.identifier(`${undoes ? from : to}_at`);
  await tx.execute(sql`
    update mark_sheets set state = ${to}, ${at} = ${undoes ? sql`null` : sql`now()`}
    where institution_id = any (${sql.param([...new Set(sheets.map((sheet) => sheet.institutionId))])}::int[])
      and id = any (${sql.param(wanted)}::bigint[])`);
  await recordMany(
    tx,
    actor,
    `marks.${act}`,
    sheets.map(({ id: sheetId, institutionId, batch, term }) => ({
      institutionId,
      summary: `${word} the marks of ${batch} in ${term}${reason && `: ${reason}`}`,
      subject: { type: 'mark_sheet', id: sheetId },
      details: { from, to, ...(reason && { reason }), ...(missing?.get(sheetId) && { missing: missing.get(sheetId) }) },
    })),
  );
  return { count: sheets.length, termId: sheets[0]!.termId };
}

/** Sheets that the actor can see, locked by id. */
export async function lockSheets(tx: Tx, actor: Actor, ids: number[]): Promise<Locked[]> {
  const rows = await query<Locked>(tx)`
    select s.id::bigint as id, s.institution_id as "institutionId", s.state, b.name as batch,
        t.id::bigint as "termId", t.name as term
      from mark_sheets s join batches b on (b.institution_id, b.id) = (s.institution_id, s.batch_id)
      join terms t on (t.institution_id, t.id) = (s.institution_id, s.term_id)
      where s.institution_id = any (${sql.param(institutionsWhere(actor, 'marks.view', 'marks.open', 'marks.approve'))}::int[])
        and s.id = any (${sql.param(ids)}::bigint[])
      order by s.id for no key update of s`;
  if (rows.length !== ids.length) throw new NotFound('mark sheet');
  return rows;
}

interface LockedSheet {
  id: number;
  institutionId: number;
  batch: string;
}

/**
 * Refuses to approve one's own marks (decision 0036), and missing marks without a reason. Returns the number of missing
 * marks by sheet. The sheets are locked.
 */
async function refuseApproval(
  tx: Tx,
  actor: Actor,
  sheets: LockedSheet[],
  reason: string,
): Promise<Map<number, number>> {
  const own = await enteredBy(
    tx,
    actor,
    sheets.filter(({ institutionId }) => !membershipIn(actor, institutionId)?.isOwner),
  );
  if (own)
    throw new ValidationError(
      'ids',
      `You entered marks of ${own} yourself. Someone else who approves marks must approve it.`,
    );
  const missing = await missingMarks(
    tx,
    sheets.map(({ id }) => id),
    [...new Set(sheets.map(({ institutionId }) => institutionId))],
  );
  const open = sheets.find(({ id }) => missing.get(id));
  if (open && !reason)
    throw new ValidationError(
      'reason',
      `${countOf(missing.get(open.id)!, 'mark')} of ${open.batch} ${missing.get(open.id) === 1 ? 'is' : 'are'} missing. Enter a reason for approving the sheet without them.`,
    );
  return missing;
}

/** The first of the sheets in which the actor entered a mark. */
async function enteredBy(tx: Tx, { accountId }: Actor, sheets: LockedSheet[]): Promise<string | undefined> {
  if (accountId === null || sheets.length === 0) return undefined;
  const [found] = await query<{ batch: string }>(tx)`select b.name as batch from mark_sheets s
    join batches b on (b.institution_id, b.id) = (s.institution_id, s.batch_id)
    where s.institution_id = any (${sql.param(sheets.map(({ institutionId }) => institutionId))}::int[])
      and s.id = any (${sql.param(sheets.map(({ id }) => id))}::bigint[])
      and exists (select from mark_sheet_courses k join mark_changes h
          on (h.institution_id, h.term_id, h.course_id) = (k.institution_id, s.term_id, k.course_id)
        where (k.institution_id, k.sheet_id) = (s.institution_id, s.id) and h.account_id = ${accountId}
          and exists (select from enrolments e where (e.institution_id, e.student_id, e.batch_id)
            = (h.institution_id, h.student_id, s.batch_id)))
    order by s.id limit 1`;
  return found?.batch;
}

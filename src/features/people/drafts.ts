import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import type { Db, Tx } from '#kernel/database.ts';
import { NotFound, Refused } from '#kernel/errors.ts';
import { id } from '#kernel/schemas.ts';
import { formDrafts, type Entity } from './people.schema.ts';

/** The form of a new record, or of one that is there: `student:new`, `employee:12`. */
export const formName = z.string().regex(/^(?:student|employee|guardian):(?:new|[1-9]\d{0,14})$/);
export type FormName = `${Entity}:${'new' | number}`;

const mostCharacters = 60_000;
/** One person's in one institution. */
const mostEach = 40;

export const DraftOf = z.object({ form: formName, institutionId: id });

/** What somebody has typed so far, field by field, as the browser would send it; files are never among it. */
export const KeepDraft = DraftOf.extend({
  entries: z.array(z.tuple([z.string().max(100), z.string().max(4000)])).max(400),
  /** Which state of the record it was begun on. */
  stamp: z.string().max(60).default(''),
  /** The values that the form of a record was opened with: the edit that comes of it is compared with them. */
  begunOn: z.record(z.string().max(200), z.unknown()).nullish(),
});

/** Keeps it in place of what was kept of the same form before. */
export async function keepDraft(
  tx: Tx,
  actor: Actor,
  { institutionId, form, entries, stamp, begunOn }: z.infer<typeof KeepDraft>,
) {
  if (!membershipIn(actor, institutionId)) throw new NotFound('institution');
  const content = { entries, stamp, ...(begunOn && { begunOn }) };
  if (JSON.stringify(content).length > mostCharacters)
    throw new Refused('entries', 'This is too much for a draft. Save the form to keep it.');
  await tx
    .insert(formDrafts)
    .values({ institutionId, accountId: actor.accountId!, form, content })
    .onConflictDoUpdate({
      target: [formDrafts.institutionId, formDrafts.accountId, formDrafts.form],
      set: { content, updatedAt: sql`now()` },
    });
  // Nobody comes back to so many: the oldest go, so that no one fills the disk.
  await tx.execute(sql`delete from form_drafts where (institution_id, account_id, form) in (
    select institution_id, account_id, form from form_drafts where institution_id = ${institutionId} and account_id = ${actor.accountId}
    order by updated_at desc, form offset ${mostEach})`);
}

/** One's own draft of a form, or null. */
export async function findDraft(db: Db, actor: Actor, institutionId: number, form: string) {
  if (!membershipIn(actor, institutionId)) throw new NotFound('institution');
  const [draft] = await db
    .select({ content: formDrafts.content, at: formDrafts.updatedAt })
    .from(formDrafts)
    .where(mine(actor, institutionId, form));
  return draft ?? null;
}

/** Forgets it: the form has succeeded, or its owner starts afresh. */
export async function dropDraft(tx: Tx, actor: Actor, institutionId: number, form: FormName): Promise<void> {
  if (!membershipIn(actor, institutionId)) throw new NotFound('institution');
  if (actor.accountId !== null) await tx.delete(formDrafts).where(mine(actor, institutionId, form));
}

const mine = (actor: Actor, institutionId: number, form: string) =>
  and(
    eq(formDrafts.institutionId, institutionId),
    eq(formDrafts.accountId, actor.accountId!),
    eq(formDrafts.form, form),
  );

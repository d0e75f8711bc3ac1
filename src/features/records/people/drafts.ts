import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import type { Db, Tx } from '#kernel/database.ts';
import { NotFound, ValidationError } from '#kernel/errors.ts';
import { id } from '#kernel/schemas.ts';
import type { Entity } from './people.schema.ts';
import { formDrafts } from './drafts.schema.ts';

/** The form of a new or existing record: `student:new`, `employee:12`. */
export const formName = z.string().regex(/^(?:student|employee|guardian):(?:new|[1-9]\d{0,14})$/);
export type FormName = `${Entity}:${'new' | number}`;

const mostCharacters = 60_000;
/** Per user and institution. */
const mostEach = 40;

export const DraftOf = z.object({ form: formName, institutionId: id });

/** The fields typed so far, as the browser would send them, without files. */
export const KeepDraft = DraftOf.extend({
  entries: z.array(z.tuple([z.string().max(100), z.string().max(4000)])).max(400),
  /** The version of the record on which the draft was started. */
  stamp: z.string().max(60).default(''),
  /** The values with which the form was opened, for the comparison when the edit is saved. */
  begunOn: z.record(z.string().max(200), z.unknown()).nullish(),
});

/** Saves a draft, replacing the previous draft of the same form. */
export async function keepDraft(
  tx: Tx,
  actor: Actor,
  { institutionId, form, entries, stamp, begunOn }: z.infer<typeof KeepDraft>,
) {
  if (!membershipIn(actor, institutionId)) throw new NotFound('institution');
  const content = { entries, stamp, ...(begunOn && { begunOn }) };
  if (JSON.stringify(content).length > mostCharacters)
    throw new ValidationError('entries', 'This is too long for a draft. Save the form to keep your changes.');
  await tx
    .insert(formDrafts)
    .values({ institutionId, accountId: actor.accountId!, form, content })
    .onConflictDoUpdate({
      target: [formDrafts.institutionId, formDrafts.accountId, formDrafts.form],
      set: { content, updatedAt: sql`now()` },
    });
  // The oldest drafts are deleted, so that no user can fill the disk.
  await tx.execute(sql`delete from form_drafts where (institution_id, account_id, form) in (
    select institution_id, account_id, form from form_drafts where institution_id = ${institutionId} and account_id = ${actor.accountId}
    order by updated_at desc, form offset ${mostEach})`);
}

/** The user's own draft of a form, or null. */
export async function findDraft(db: Db, actor: Actor, institutionId: number, form: string) {
  if (!membershipIn(actor, institutionId)) throw new NotFound('institution');
  const [draft] = await db
    .select({ content: formDrafts.content, at: formDrafts.updatedAt })
    .from(formDrafts)
    .where(mine(actor, institutionId, form));
  return draft ?? null;
}

/** Deletes the draft: the form was saved, or the user starts over. */
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

import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { accountName } from '#kernel/account-name.ts';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import { recordMany } from '#kernel/audit.ts';
import { changeKind } from '#kernel/contracts/approval-kind.ts';
import { render, type Db, type Tx, query } from '#kernel/database.ts';
import { edits, mergeEdit } from '#kernel/edit/edit.ts';
import { NotAllowed, ValidationError } from '#kernel/errors.ts';
import { notify } from '#kernel/notify.ts';
import { originFrom } from '#kernel/public-origin.ts';
import { checkbox, line } from '#kernel/schemas.ts';
import { ownersOf, writeToAdministrators } from '#features/records/approvals/deciders.ts';
import type { Requested } from '#features/records/approvals/request-approval.ts';
import { requestChange } from '#features/records/approvals/request-change.ts';

const PublicAddressFields = z.object({
  publicUrl: line(300, 'The address').pipe(
    z
      .string()
      .refine(
        (typed) => originFrom(typed) !== null,
        'Enter an address without a path, such as https://akada.school.ng.',
      )
      .transform((typed) => originFrom(typed)!),
  ),
  isChecked: checkbox,
});

export const EditPublicAddress = edits(PublicAddressFields);

/**
 * Whether the actor manages the whole installation: a group administrator or, if there is none, an owner of all
 * institutions.
 */
export async function managesInstallation(db: Db, { accountId }: Actor): Promise<boolean> {
  const rows = await query<{ may: boolean }>(db, render)`select akada_speaks_for_all(${accountId}) as may`;
  return rows[0]!.may;
}

export const publicAddressChange = changeKind({
  kind: 'institutions.setPublicAddress',
  label: 'Public address',
  payload: z.object({ publicUrl: z.string() }),
  async act(tx, asker, { publicUrl }) {
    await requireManager(tx, asker);
    await writePublicAddress(tx, asker, publicUrl);
    return { message: `Links now begin with ${publicUrl}. The old address works for another 24 hours.` };
  },
});

async function requireManager(tx: Tx, actor: Actor): Promise<void> {
  if (!(await managesInstallation(tx, actor)))
    throw new NotAllowed('Only a group administrator can change the public address.');
}

/** Asks a second person to change the public address, which links start with. */
export async function setPublicAddress(
  tx: Tx,
  actor: Actor,
  sent: z.infer<typeof EditPublicAddress>,
): Promise<Requested | null> {
  await requireManager(tx, actor);
  const stored = await query<{ publicUrl: string | null }>(tx, render)`
    select public_url as "publicUrl" from installation for no key update`;
  const { input } = await mergeEdit(tx, actor, {
    fields: PublicAddressFields,
    sent,
    current: { publicUrl: stored[0]?.publicUrl ?? null },
    subject: { institutionId: actor.institutions[0]!.id, actions: ['institutions.setPublicAddress'] },
    action: 'institutions.setPublicAddress',
  });
  if (!input.isChecked)
    throw new ValidationError('isChecked', 'Open the address in another window first, then select this checkbox.');
  const before = stored[0]?.publicUrl ?? null;
  if (before === input.publicUrl) return null;
  const summary = `change the public address${before ? ` from ${before}` : ''} to ${input.publicUrl}`;
  const [first, ...others] = institutionsWhere(actor, 'institutions.edit');
  for (const institutionId of others) {
    const said = `${accountName(actor)} wants to ${summary}`;
    await notify(tx, { institutionId, to: ownersOf(institutionId), kind: 'approvals.asked', title: said });
    await writeToAdministrators(tx, institutionId, {
      event: 'approvals.asked',
      to: ownersOf(institutionId),
      body: `${said}. Nothing changes until someone else approves it.`,
    });
  }
  return requestChange(tx, actor, publicAddressChange, {
    institutionId: first!,
    subject: { type: 'institution', id: first! },
    summary,
    payload: { publicUrl: input.publicUrl },
  });
}

async function writePublicAddress(tx: Tx, actor: Actor, publicUrl: string): Promise<void> {
  const rows = await query<{ before: string | null }>(tx, render)`
    insert into installation as i (public_url) values (${publicUrl})
    on conflict (is_only) do update set previous_url = i.public_url, public_url = excluded.public_url, changed_at = now()
      where i.public_url is distinct from excluded.public_url
    returning previous_url as before`;
  if (rows[0]) await recordEverywhere(tx, actor, `changed the public address to ${publicUrl}`, rows[0].before);
}

/** Stores the address used by a user who manages the installation, if none is set yet. */
export async function learnPublicAddress(tx: Tx, actor: Actor, origin: string): Promise<void> {
  if (!(await managesInstallation(tx, actor))) return;
  const { rowCount } = await tx.execute(sql`
    insert into installation as i (public_url) values (${origin})
    on conflict (is_only) do update set public_url = excluded.public_url, changed_at = now() where i.public_url is null`);
  if (rowCount) await recordEverywhere(tx, actor, `opened Akada at ${origin}, which became the public address`, null);
}

async function recordEverywhere(tx: Tx, actor: Actor, summary: string, before: string | null): Promise<void> {
  const entries = actor.institutions.map(({ id }) => ({
    institutionId: id,
    summary,
    subject: { type: 'institution', id },
    details: before ? { before } : {},
  }));
  await recordMany(tx, actor, 'institutions.setPublicAddress', entries);
}

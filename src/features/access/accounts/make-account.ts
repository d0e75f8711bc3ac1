import { and, eq, inArray, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound, refuseDuplicate, ValidationError } from '#kernel/errors.ts';
import { accounts, memberships, roles } from '#kernel/identity.schema.ts';
import { emptyIsNull, id, list } from '#kernel/schemas.ts';
import { AccountFields, taken, username } from './account-fields.ts';
import { lockForRoles } from './roles/lock-role.ts';
import { insertMembership } from './roles/add-membership.ts';
import { makeInvitation, sendInvitation, type SendingOptions } from './invitations/invite.ts';
import { insertInvited } from './invitations/offers.ts';
import { recordAccountChange } from './record-account-change.ts';

export const CreateAccount = AccountFields.extend({
  institution_id: id,
  username,
  role_ids: list(id).pipe(z.array(z.number()).min(1, 'Choose at least one role.').max(20)),
  employee_id: emptyIsNull(id),
});

export type NewAccountInput = z.infer<typeof CreateAccount>;

/** An id that no account has. */
export const noAccountYet = -1;

/** Creates the account, with roles that the actor can add alone or that a second person has approved. */
export async function makeAccount(
  tx: Tx,
  actor: Actor,
  input: NewAccountInput,
  origin: string,
  how: SendingOptions = {},
) {
  allow(actor, 'accounts.edit', input.institution_id);
  await lockForRoles(tx, actor, input.role_ids, input.employee_id);
  await refuseKnownHere(tx, actor, input);
  const given = await tx
    .select({ name: roles.name })
    .from(roles)
    .where(and(eq(roles.institutionId, input.institution_id), inArray(roles.id, input.role_ids)))
    .orderBy(roles.id);
  const account = await refuseDuplicate(
    insertInvited(
      tx,
      actor,
      input.institution_id,
      input,
      given.map(({ name }) => name),
    ),
    taken,
  );
  for (const roleId of new Set(input.role_ids)) {
    const role = await insertMembership(
      tx,
      actor,
      account.id,
      roleId,
      { employeeId: input.employee_id },
      { approved: true },
    );
    if (role.institutionId !== input.institution_id) throw new NotFound('role');
  }
  const invitation = await makeInvitation(tx, account.id);
  await sendInvitation(tx, account, origin + invitation, input.institution_id, how);
  const about = { id: account.id, institutionIds: [input.institution_id] };
  await recordAccountChange(tx, actor, about, 'accounts.create', `invited ${account.name} as ${account.username}`);
  return { account, invitation };
}

/** A person has one account in an institution; further roles are added to it. */
export async function refuseKnownHere(tx: Tx, actor: Actor, { institution_id, email, phone, name }: NewAccountInput) {
  const here = sql`exists (select from ${memberships} m where m.account_id = accounts.id and m.institution_id = ${institution_id})`;
  const isActor = eq(accounts.id, actor.accountId!);
  const found = await tx
    .select({ id: accounts.id, name: accounts.name, email: accounts.email, phone: accounts.phone })
    .from(accounts)
    .where(and(or(eq(accounts.email, email ?? ''), eq(accounts.phone, phone ?? '')), or(here, isActor)));
  const own = found.find(({ id }) => id === actor.accountId);
  const field = (account: (typeof found)[number]) => (email && account.email === email ? 'email' : 'phone');
  if (own) throw new ValidationError(field(own), 'This is your own account. Ask a colleague to add the role to it.');
  // A family or an office can share a phone number.
  const known = found.find((account) => field(account) === 'email' || account.name === name);
  if (known)
    throw new ValidationError(
      field(known),
      `${known.name} already has an account here. Add the role on their user page.`,
    );
}

import { eq, or } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound, refuseDuplicate, Refused } from '#kernel/errors.ts';
import { checkbox, emptyIsNull, id, list } from '#kernel/schemas.ts';
import { AccountFields, taken, username } from './account-fields.ts';
import { accounts } from './accounts.schema.ts';
import { holdForRoles, insertMembership, tellOfRole } from './give-role.ts';
import { makeInvitation, sendInvitation } from './invite.ts';
import { recordAbout } from './record-about.ts';

export const CreateAccount = AccountFields.extend({
  institution_id: id,
  username,
  role_ids: list(id).pipe(z.array(z.number()).min(1, 'Choose at least one role.').max(20)),
  employee_id: emptyIsNull(id),
  /** The person says that he signs in to Akada at another institution under this username. */
  signs_in_elsewhere: checkbox,
});
type Input = z.infer<typeof CreateAccount>;

/**
 * Invites somebody. Who signs in somewhere already gets a membership here in place of a second account: recognised by
 * e-mail or phone, or by the username when the form says so. Nobody here then gets hold of that sign-in.
 */
export async function createAccount(tx: Tx, actor: Actor, input: Input, origin: string) {
  allow(actor, 'accounts.edit', input.institution_id);
  await holdForRoles(tx, input.role_ids, input.employee_id);
  const known = await findKnown(tx, input);
  const account = known ?? (await insertAccount(tx, input));
  for (const roleId of new Set(input.role_ids)) {
    const role = await insertMembership(tx, actor, account.id, roleId, { employeeId: input.employee_id });
    if (role.institutionId !== input.institution_id) throw new NotFound('role');
    // A new account begins with what its invitation says.
    if (known) await tellOfRole(tx, actor, account.id, role, 'given');
  }
  const about = { id: account.id, institutionIds: [input.institution_id] };
  if (known) {
    await recordAbout(
      tx,
      actor,
      about,
      'accounts.addMembership',
      `added ${account.name}, who signs in elsewhere already`,
    );
    return { account, invitation: null };
  }
  const invitation = await makeInvitation(tx, account.id);
  await sendInvitation(tx, account, origin + invitation, input.institution_id);
  await recordAbout(tx, actor, about, 'accounts.create', `invited ${account.name} as ${account.username}`);
  return { account, invitation };
}

const columns = {
  id: accounts.id,
  name: accounts.name,
  username: accounts.username,
  email: accounts.email,
  phone: accounts.phone,
};

async function findKnown(tx: Tx, input: Input) {
  const found = await tx
    .select(columns)
    .from(accounts)
    .where(
      or(
        input.email ? eq(accounts.email, input.email) : undefined,
        input.phone ? eq(accounts.phone, input.phone) : undefined,
        input.signs_in_elsewhere ? eq(accounts.username, input.username) : undefined,
      ) ?? eq(accounts.id, -1),
    );
  if (found.length > 1)
    throw new Refused('email', 'The e-mail address and the phone number belong to two different people.');
  if (found.length === 0 && input.signs_in_elsewhere) {
    throw new Refused('username', 'Nobody signs in under this username. Ask the person, or untick the box.');
  }
  return found[0];
}

async function insertAccount(tx: Tx, { name, email, phone, username }: Input) {
  const [account] = await refuseDuplicate(
    tx.insert(accounts).values({ name, email, phone, username }).returning(columns),
    taken,
  );
  return account!;
}

import { eq, or } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound, refuseDuplicate, Refused } from '#kernel/errors.ts';
import { checkbox, emptyIsNull, id, list } from '#kernel/schemas.ts';
import { approvalKind } from '#features/approvals/approval-kind.ts';
import { requestApproval } from '#features/approvals/request-approval.ts';
import { AccountFields, taken, username } from './account-fields.ts';
import { accounts } from './accounts.schema.ts';
import { holdForRoles, insertMembership, roleToGive, tellOfRole } from './give-role.ts';
import { invitationSecret, makeInvitation, sendInvitation } from './invite.ts';
import { needsSecondPerson } from './protected-roles.ts';
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

export const createAccountApproval = approvalKind({
  kind: 'accounts.create',
  label: 'Invitation',
  permission: 'accounts.edit',
  payload: z.object({ input: z.record(z.string(), z.unknown()), origin: z.string(), roles: z.array(z.string()) }),
  async act(tx, asker, { input, origin }) {
    const { account, invitation } = await makeAccount(tx, asker, CreateAccount.parse(input), origin);
    return invitation
      ? { secret: invitationSecret(account.name, origin + invitation) }
      : { message: `${account.name} is added.` };
  },
  details: (_reader, { input, roles }) => [
    ['Username', String(input['username'])],
    ['E-mail', String(input['email'] ?? '—')],
    ['Phone', String(input['phone'] ?? '—')],
    ['Roles', roles.join(', ')],
  ],
});

/**
 * Invites somebody. Who signs in somewhere already gets a membership here in place of a second account: recognised by
 * e-mail or phone, or by the username when the form says so. Nobody here then gets hold of that sign-in.
 */
export async function createAccount(tx: Tx, actor: Actor, input: Input, origin: string) {
  allow(actor, 'accounts.edit', input.institution_id);
  await holdForRoles(tx, input.role_ids, input.employee_id);
  const wanted = [];
  for (const roleId of new Set(input.role_ids))
    wanted.push(await roleToGive(tx, actor, nobodyYet, roleId, { employeeId: input.employee_id }));
  if (wanted.some((role) => role.institutionId !== input.institution_id)) throw new NotFound('role');
  if (!wanted.some((role) => needsSecondPerson(actor, role))) return makeAccount(tx, actor, input, origin);
  if (await tx.$count(accounts, eq(accounts.username, input.username)))
    throw new Refused(...taken.accounts_username_key);
  const roles = wanted.map(({ name }) => name);
  return requestApproval(tx, actor, createAccountApproval, {
    institutionId: input.institution_id,
    subject: { type: 'institution', id: input.institution_id },
    about: `username:${input.username}`,
    payload: { input, origin, roles },
    summary: `invite ${input.name} as ${roles.join(', ')}`,
  });
}

/** No account has this id. */
const nobodyYet = -1;

/** The account itself, with roles that the actor may give alone or that a second person has approved. */
async function makeAccount(tx: Tx, actor: Actor, input: Input, origin: string) {
  allow(actor, 'accounts.edit', input.institution_id);
  await holdForRoles(tx, input.role_ids, input.employee_id);
  const known = await findKnown(tx, input);
  const account = known ?? (await insertAccount(tx, input));
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

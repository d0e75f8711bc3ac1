import { randomInt } from 'node:crypto';
import type { Tx } from '#kernel/database.ts';
import { plain } from '#features/records/geography/people.demo.ts';
import type { DemoSignIn } from '#web/feature.ts';
import { hashPassword } from './passwords/passwords.ts';
import { roleNames, type RoleKey } from '#kernel/contracts/role-names.ts';
import { accounts, credentials, memberships } from '#kernel/identity.schema.ts';

interface DemoInstitution {
  id: number;
  name: string;
  roleIds: Record<RoleKey, number>;
}

/** An account that can sign in right away. Its password is generated for this installation and not stored. */
interface DemoPerson {
  role: string;
  institution: string;
  username: string;
  name: string;
  email?: string;
  isGroupAdministrator?: boolean;
}

/** An employee who gets an account. */
interface DemoColleague {
  id: number;
  role: RoleKey;
  firstName: string;
  middleName?: string | null;
  surname: string;
  email?: string;
}

/** Inserts accounts with passwords. Returns their ids in order, and the passwords to show once. */
export async function insertSignIns(tx: Tx, people: DemoPerson[]) {
  const signIns = people.map(({ role, institution, username }): DemoSignIn => ({
    role,
    institution,
    username,
    password: makePassword(),
  }));
  const [hashes, ids] = await Promise.all([
    Promise.all(signIns.map(({ password }) => hashPassword(password))),
    insertAccounts(
      tx,
      people.map(({ username, name, email, isGroupAdministrator }) => ({
        username,
        name,
        email,
        isGroupAdministrator,
      })),
    ),
  ]);
  await tx
    .insert(credentials)
    .values(ids.map((accountId, at) => ({ accountId, passwordHash: hashes[at], passwordChangedAt: new Date() })));
  return { ids, signIns };
}

/**
 * Inserts an account for every employee. The first holder of each role in `open` can sign in under the role's name; the
 * others count as invited and have no password until an ICT administrator sends them a link.
 */
export async function insertStaffAccounts(
  tx: Tx,
  institution: DemoInstitution,
  staff: DemoColleague[],
  open: RoleKey[],
  tail = '',
) {
  const holders = open.map((role) => staff.find((employee) => employee.role === role)!);
  const others = staff.filter((employee) => !holders.includes(employee));
  const { ids, signIns } = await insertSignIns(
    tx,
    holders.map((employee) => ({
      role: roleNames[employee.role],
      institution: institution.name,
      username: `${employee.role.replace('_', '.')}${tail}`,
      name: nameOf(employee),
      email: employee.email,
    })),
  );
  const otherIds = await insertAccounts(
    tx,
    others.map((employee) => ({
      username: `${plain(employee.firstName)}.${plain(employee.surname)}`,
      name: nameOf(employee),
      email: employee.email,
    })),
  );
  const all = [
    ...holders.map((employee, at) => ({ employee, accountId: ids[at]! })),
    ...others.map((employee, at) => ({ employee, accountId: otherIds[at]! })),
  ];
  await tx.insert(memberships).values(
    all.map(({ employee, accountId }) => ({
      institutionId: institution.id,
      accountId,
      roleId: institution.roleIds[employee.role],
      employeeId: employee.id,
    })),
  );
  return signIns;
}

/** Links an account to a student's or a guardian's own record. */
export const insertLinkedMembership = (
  tx: Tx,
  institution: DemoInstitution,
  accountId: number,
  role: 'student' | 'guardian',
  link: { studentId: number } | { guardianId: number },
) =>
  tx
    .insert(memberships)
    .values({ institutionId: institution.id, accountId, roleId: institution.roleIds[role], ...link });

async function insertAccounts(tx: Tx, rows: (typeof accounts.$inferInsert)[]) {
  const made = await tx.insert(accounts).values(rows).returning({ id: accounts.id, username: accounts.username });
  const ids = new Map(made.map(({ username, id }) => [username, id]));
  return rows.map(({ username }) => ids.get(username)!);
}

const nameOf = ({ firstName, middleName, surname }: DemoColleague) =>
  [firstName, middleName, surname].filter(Boolean).join(' ');

/** Twelve characters that are hard to confuse when read from a screen: 59 bits. */
function makePassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('');
  return [group(), group(), group()].join('-');
}

import { createHash, randomBytes } from 'node:crypto';
import { connect } from '#kernel/database.ts';
import { accounts, credentials, memberships, sessions } from '#kernel/identity.schema.ts';
import { roleIdsOf } from '#features/access/accounts/roles/roles.ts';
import { product } from '#product/features.ts';
import { hashPassword } from '#features/access/accounts/passwords/passwords.ts';
import { seedInstitution } from '#features/school/institutions/seed-institution.ts';
import { withClient } from '#test/harness/client.ts';
import { withoutIndexes } from './fill.ts';
import { insertStructure, insertStudents, insertEmployees, insertGuardians, batchCount } from './school-rows.ts';

/** How big, and in how many classes; there are 600 batches if nothing is said, and two more that are empty. */
export interface Shape {
  name: string;
  students: number;
  classes: number;
  batches?: number;
}

export interface BigSchool {
  institutionId: number;
  /** The session cookie of a registrar. */
  cookie: string;
  batchIds: number[];
  /** Two batches that nobody is in yet, with room for thousands. */
  hallIds: [number, number];
  /** Usernames of sixteen more registrars, with one password for all. */
  clerks: string[];
}

export const clerkPassword = 'a desk beside the window';

const clerkCount = 16;

/** `peers` is the school on which docs/decisions/0005 compares with other systems. */
export const shapeOf = (scale: string): Shape =>
  scale === 'peers'
    ? { name: 'peers', students: 20_000, classes: batchCount }
    : { name: scale, students: Number(scale), classes: 1 };

/** One institution, nine in ten of its students in a batch, and a registrar who is signed in. */
export async function createBigSchool(urls: { ownerUrl: string; appUrl: string }, shape: Shape): Promise<BigSchool> {
  const { institutionId, roleId, staffRoleId } = await found(urls.appUrl);
  return withClient(urls.ownerUrl, async (client) => {
    const batchIds = await insertStructure(client, institutionId, shape);
    const hallIds = batchIds.splice(-2) as [number, number];
    await withoutIndexes(client, ['students', 'enrolments'], () =>
      insertStudents(client, institutionId, shape.students, batchIds),
    );
    await insertEmployees(client, institutionId, shape.students / 20);
    await withoutIndexes(client, ['guardians', 'student_guardians'], () =>
      insertGuardians(client, institutionId, shape.students),
    );
    await client.query('vacuum analyze');
    await client.query('checkpoint');
    const cookie = await signIn(urls.appUrl, institutionId, [roleId, staffRoleId]);
    const clerks = await employClerks(urls.appUrl, institutionId, roleId);
    return { institutionId, cookie, batchIds, hallIds, clerks };
  });
}

async function found(appUrl: string) {
  const database = connect({ url: appUrl, max: 1 });
  const made = await database.asSystem([], async (tx) => {
    const id = await seedInstitution(tx, { name: 'Big School', shortName: 'Big', kind: 'secondary' }, product);
    return { id, roleIds: await roleIdsOf(tx, id) };
  });
  await database.close();
  return { institutionId: made.id, roleId: made.roleIds.registrar, staffRoleId: made.roleIds.hr_officer };
}

/** A registrar who looks after the staff as well. */
async function signIn(appUrl: string, institutionId: number, roleIds: number[]): Promise<string> {
  const cookie = randomBytes(32).toString('base64url');
  const database = connect({ url: appUrl, max: 1 });
  await database.asSystem([institutionId], async (tx) => {
    const [account] = await tx
      .insert(accounts)
      // Has been here long: no tour stands in the way of what is measured.
      .values({ username: 'registrar', name: 'Ngozi Bello', showsTours: false })
      .returning({ id: accounts.id });
    await tx.insert(memberships).values(roleIds.map((roleId) => ({ institutionId, accountId: account!.id, roleId })));
    await tx.insert(sessions).values({
      accountId: account!.id,
      tokenHash: createHash('sha256').update(cookie).digest(),
      expiresAt: new Date(Date.now() + 86_400_000),
    });
  });
  await database.close();
  return cookie;
}

async function employClerks(appUrl: string, institutionId: number, roleId: number): Promise<string[]> {
  const usernames = Array.from({ length: clerkCount }, (_, at) => `clerk${at + 1}`);
  const passwordHash = await hashPassword(clerkPassword);
  const database = connect({ url: appUrl, max: 1 });
  await database.asSystem([institutionId], async (tx) => {
    const made = await tx
      .insert(accounts)
      .values(usernames.map((username) => ({ username, name: username })))
      .returning({ id: accounts.id });
    await tx.insert(credentials).values(made.map(({ id }) => ({ accountId: id, passwordHash })));
    await tx.insert(memberships).values(made.map(({ id }) => ({ institutionId, accountId: id, roleId })));
  });
  await database.close();
  return usernames;
}

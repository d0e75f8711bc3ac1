import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor, type Actor } from '#kernel/actor.ts';
import { NotAllowed, NotFound, ValidationError } from '#kernel/errors.ts';
import type { Tx } from '#kernel/database.ts';
import { disableAccount } from '#features/access/accounts/change-accounts.ts';
import { inviteLinkedAgain } from '#features/access/accounts/invitations/invite-linked.ts';
import { decline } from '#features/records/approvals/decide.ts';
import { lockInstitution } from '#features/school/institutions/set-logo.ts';
import { lockEmployee } from '#features/people/employees/create-employee.ts';
import { erasePerson } from '#features/people/privacy/erase-person.ts';
import { lockCertificate } from '#features/people/students/certificates/print-certificate.ts';
import { product } from '#product/features.ts';
import { startSchool } from '#test/harness/app.ts';
import { withClient } from '#test/harness/client.ts';
import { lockForRoles, lockRole } from '#features/access/accounts/roles/change-roles.ts';

/*
 * Somebody without rights gets no lock: each verb is tried while another transaction holds the rows. One that locks
 * before it asks would wait for that transaction, which waits for the verb.
 */
let world: Awaited<ReturnType<typeof startSchool>>;
let ilorin: number;
beforeAll(async () => {
  world = await startSchool();
  ilorin = world.school.ilorin.id;
});
afterAll(() => world.close());

/** Of the institution, and allowed nothing in it. */
function stranger(): Actor {
  const actor = systemActor(ilorin, 'A stranger', world.school.accounts.employee);
  actor.institutions[0]!.permissions = new Set();
  actor.institutions[0]!.isOwner = false;
  return actor;
}
const seeing = (actor: Actor, permission: string): Actor => {
  actor.institutions[0]!.permissions = new Set([permission]);
  return actor;
};
const tables = ['students', 'employees', 'roles', 'certificates', 'approvals', 'institutions'];

test('a record is not locked by users who cannot see or change it', async () => {
  const studentId = world.school.ilorin.studentIds['Ada Obi'];
  const roleId = world.school.ilorin.roleIds.teacher;
  const [employeeId, other, certificateId, requestId] = await world.database.asSystem([ilorin], async (tx) => {
    const one = async (query: ReturnType<typeof sql>) =>
      (await tx.execute<{ id: string }>(query)).rows.map(({ id }) => Number(id));
    const [first, second] = await one(
      sql`select id from employees where institution_id = ${ilorin} order by id limit 2`,
    );
    const [certificate] =
      await one(sql`insert into certificates (institution_id, student_id, kind, number, issued_on, content)
      values (${ilorin}, ${studentId}, 'transfer', 'TC/1', '2026-01-01', '{}') returning id`);
    const [request] = await one(sql`insert into approvals
        (institution_id, kind, subject_type, subject_id, about, summary, permission, asked_by, expires_at)
      values (${ilorin}, 'accounts.giveRole', 'account', 1, 'account:1', 'do it', 'accounts.edit',
        ${world.school.accounts.owner}, now() + interval '1 day') returning id`);
    return [first!, second!, certificate!, request!];
  });
  const verbs: [
    string,
    (tx: Tx, actor: Actor) => Promise<unknown>,
    typeof NotFound | typeof NotAllowed | typeof ValidationError | null,
  ][] = [
    [
      'erase',
      (tx, actor) =>
        erasePerson(tx, actor, product.personalData, world.services.files, 'students', studentId, {
          number: 'ILO/1',
          reason: 'x',
        }),
      NotFound,
    ],
    ['an employee and a successor', (tx, actor) => lockEmployee(tx, actor, employeeId, other), NotFound],
    ['a certificate', (tx, actor) => lockCertificate(tx, actor, certificateId), NotFound],
    ['a role', (tx, actor) => lockRole(tx, actor, roleId), NotAllowed],
    ['a request', (tx, actor) => decline(tx, actor, requestId, { reason: 'No' }), NotFound],
    [
      'an invitation again',
      (tx, actor) => inviteLinkedAgain(tx, actor, 'guardians.invite', world.school.accounts.guardian, ''),
      ValidationError,
    ],
    ['an institution', (tx, actor) => lockInstitution(tx, seeing(actor, 'institutions.view'), ilorin), NotAllowed],
    [
      'an account and the owner’s role',
      (tx, actor) => disableAccount(tx, seeing(actor, 'accounts.view'), world.school.accounts.teacher),
      NotAllowed,
    ],
    ['roles to give', (tx, actor) => lockForRoles(tx, actor, [roleId], employeeId), null],
  ];
  await withClient(world.ownerUrl, async (client) => {
    await client.query('begin');
    for (const table of tables)
      await client.query(
        `select 1 from ${table} where ${table === 'institutions' ? 'id' : 'institution_id'} = ${ilorin} for update`,
      );
    await client.query('select 1 from accounts for update');
    for (const [name, verb, refusal] of verbs) {
      const tried = world.database.asSystem([ilorin], (tx) => verb(tx, stranger()));
      if (refusal) await expect(tried, name).rejects.toBeInstanceOf(refusal);
      else await tried;
    }
    await client.query('rollback');
  });
});

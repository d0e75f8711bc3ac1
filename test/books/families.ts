import { sql } from 'drizzle-orm';
import { accounts, memberships } from '#kernel/identity.schema.ts';
import type { Browser, startSchool } from '#test/harness/app.ts';
import { letOnePersonGive } from '#test/harness/alone-limit.ts';
import { addBankAccount } from '#test/harness/bank-desk.ts';

type World = Awaited<ReturnType<typeof startSchool>>;

export const students = ['Ada Obi', 'Ngozi Okafor', 'Tunde Bakare', 'Musa Garba', 'Kemi Adébáyọ̀'] as const;
export type Child = (typeof students)[number];

/** Whose parents work in the bursary, by construction: the bursar with a second account, and the principal who approves. */
export const families: Readonly<Record<string, readonly Child[]>> = {
  bursar: ['Ada Obi', 'Ngozi Okafor'],
  'bursar.home': ['Ada Obi', 'Ngozi Okafor'],
  principal: ['Tunde Bakare'],
};
export const people = ['cashier', 'bursar', 'bursar.home', 'accountant', 'principal', 'vice', 'owner'] as const;
type Person = (typeof people)[number];

/** What one person of the same body is called in both accounts. */
export const bodyOf = (person: string) => person.replace(/\.home$/, '');

export type Office = Awaited<ReturnType<typeof openOffice>>;

/** A bursary at work, of which two are parents: the bursar by a phone number, the principal by a link. */
export async function openOffice(world: World) {
  const { id: institutionId, studentIds, roleIds } = world.school.ilorin;
  const rows = async <Row extends Record<string, unknown>>(query: ReturnType<typeof sql>) =>
    (await world.database.asSystem([institutionId], (tx) => tx.execute<Row>(query))).rows;
  await world.database.asSystem([institutionId], async (tx) => {
    const [accountant, vice, home] = await tx
      .insert(accounts)
      .values(['accountant', 'vice', 'bursar.home'].map((username) => ({ username, name: `The ${username}` })))
      .returning({ id: accounts.id });
    await tx.insert(memberships).values([
      { institutionId, accountId: accountant!.id, roleId: roleIds.bursar },
      { institutionId, accountId: vice!.id, roleId: roleIds.principal },
    ]);
    await tx.execute(sql`insert into memberships (institution_id, account_id, role_id, employee_id)
      select institution_id, ${home!.id}, ${roleIds.principal}, employee_id from memberships
      where institution_id = ${institutionId} and account_id = ${world.school.accounts.bursar}`);
    await tx.execute(sql`update employees e set mobile = '+2348030000077' from memberships m
      where m.employee_id = e.id and m.account_id = ${world.school.accounts.bursar}`);
    await tx.execute(sql`with mother as (
        insert into guardians (institution_id, surname, first_name, mobile)
        values (${institutionId}, 'Obi', 'Nkechi', '+2348030000077') returning institution_id, id)
      insert into student_guardians (institution_id, student_id, guardian_id)
      select m.institution_id, s.id, m.id from mother m, students s
      where s.id in (${studentIds['Ada Obi']}, ${studentIds['Ngozi Okafor']})`);
    await tx.execute(sql`update memberships set guardian_id = (select guardian_id from student_guardians
        where student_id = ${studentIds['Tunde Bakare']})
      where institution_id = ${institutionId} and account_id = ${world.school.accounts.principal}`);
  });
  await letOnePersonGive(world.database, institutionId, 5_000_00);
  const browsers = Object.fromEntries(
    await Promise.all(people.map(async (name) => [name, await world.as(name)] as const)),
  ) as Record<Person, Browser>;
  for (const name of ['cashier', 'bursar', 'accountant'] as const)
    await browsers[name].post('/cashier-days', { institutionId: String(institutionId), opening_float: '0' });
  const bankAccountId = await addBankAccount(browsers.accountant, institutionId, '0123456789');
  const scheme = await browsers.accountant.post('/discounts', {
    institutionId,
    name: 'Staff children',
    percent: '10',
    amount: '',
    who: 'named',
  });
  const [category] = await rows<{ id: number }>(
    sql`select min(id)::int as id from fee_categories where institution_id = ${institutionId}`,
  );
  const numbers = await rows<{ id: number; number: string }>(
    sql`select id::int as id, admission_number as number from students where institution_id = ${institutionId}`,
  );
  const numberOf = new Map(numbers.map(({ id, number }) => [id, number]));
  const ids = await rows<{ id: number; username: string }>(sql`select id::int as id, username from accounts`);
  return {
    world,
    institutionId,
    rows,
    browsers,
    bankAccountId,
    categoryId: category!.id,
    schemeId: Number(/\d+/.exec(String(scheme.headers.location))![0]),
    children: students.map((name) => studentIds[name]),
    idOf: (name: Child) => studentIds[name],
    numberOf: (studentId: number) => numberOf.get(studentId)!,
    nameOf: (accountId: number) => ids.find(({ id }) => id === accountId)?.username ?? '',
  };
}

import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProfileTab } from '#kernel/contracts/profile-tab.ts';
import { students } from '#features/people/students/students.schema.ts';
import { visibleTo } from '#features/people/students/students.policy.ts';
import { product } from '#product/features.ts';
import { startSchool } from '#test/harness/app.ts';

const conduct: ProfileTab = {
  of: 'student',
  name: 'conduct',
  label: 'Conduct',
  place: 10,
  may: ['students.assignBatch'],
  component: 'conduct/student-conduct',
  async load(db, actor, studentId) {
    const [row] = await db
      .select({ surname: students.surname })
      .from(students)
      .where(and(visibleTo(actor, students), eq(students.id, studentId)));
    return { remark: `${row?.surname} is punctual.` };
  },
};

let world: Awaited<ReturnType<typeof startSchool>>;
let ada: string;
beforeAll(async () => {
  world = await startSchool({ product: { ...product, profileTabs: [conduct] } });
  ada = `/students/${world.school.ilorin.studentIds['Ada Obi']}`;
});
afterAll(() => world?.close());

test('a feature adds a tab to the record of a student, for people with its permission', async () => {
  const registrar = await world.as('registrar');
  expect((await registrar.page(ada)).props).toMatchObject({
    tab: 'overview',
    addedTabs: [{ name: 'conduct', label: 'Conduct' }],
  });
  const { component, props } = await registrar.page(`${ada}/conduct`);
  expect(component).toBe('students/student-profile');
  expect(props).toMatchObject({
    tab: 'conduct',
    student: { surname: 'Obi' },
    added: { component: 'conduct/student-conduct', props: { remark: 'Obi is punctual.' } },
  });

  const bursar = await world.as('bursar');
  expect((await bursar.page(ada)).props).not.toHaveProperty('addedTabs');
  expect((await bursar.get(`${ada}/conduct`)).statusCode).toBe(403);
  const stranger = await world.as('registrar.offa');
  expect((await stranger.get(`${ada}/conduct`)).statusCode).toBe(404);
});

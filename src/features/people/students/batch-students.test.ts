import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSchool } from '#test/harness/app.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
beforeAll(async () => void (world = await startSchool()));
afterAll(() => world.close());

test('a class arm lists its students to those who can see them, also those who ended an earlier session there', async () => {
  const { ilorin, offa } = world.school;
  const names = async (username: string, batchId: number) => {
    const answer = await (await world.as(username)).get(`/batches/${batchId}/students`);
    return answer.statusCode === 200 ? answer.json().rows.map(({ name }: { name: string }) => name) : answer.statusCode;
  };
  const { 'JSS 1 A': first, 'JSS 1 B': own, 'JSS 2 A': led } = ilorin.batchIds;
  expect(await names('registrar', first)).toEqual(['Bakare, Tunde', 'Eze, Chidi', 'Obi, Ada']);
  expect(await names('teacher', own)).toEqual(['Garba, Musa', 'Okafor, Ngozi']);
  expect(await names('teacher', led)).toEqual(['Adébáyọ̀, Kemi', 'Danjuma, Bala']);
  expect(await names('teacher', first)).toEqual([]);
  expect(await names('registrar', offa.batchIds['ND 1 A'])).toBe(404);
  expect(await names('guardian', first)).toBe(403);
  const registrar = await world.as('registrar');
  const past = (await registrar.page(`/batches?academic_session=${ilorin.sessionIds.past}`)).props.rows as {
    id: number;
    name: string;
  }[];
  const before = past.find(({ name }) => name === 'JSS 1 A')!;
  expect(await names('registrar', before.id)).toEqual(['Adébáyọ̀, Kemi', 'Danjuma, Bala', 'Essien, Uduak', 'Ojo, Simi']);
});

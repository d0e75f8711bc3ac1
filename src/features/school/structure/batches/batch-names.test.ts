import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kernel/actor.ts';
import { batches } from '../structure.schema.ts';
import { assignBatch } from '#features/people/students/moves/assign-batch.ts';
import { students } from '#features/people/students/students.schema.ts';
import { startSchool } from '#test/harness/app.ts';
import { withClient } from '#test/harness/client.ts';
import { untilBlocked } from '#test/harness/time.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
beforeAll(async () => void (world = await startSchool()));
afterAll(() => world?.close());

const wrong = () =>
  withClient(world.ownerUrl, async (client) => {
    const { rows } = await client.query(
      `select s.id from students s left join batches b on (b.institution_id, b.id) = (s.institution_id, s.batch_id)
       where s.batch_name is distinct from b.name`,
    );
    return rows;
  });

test('a batch that gets another name shows it beside each of its students at once', async () => {
  const { ilorin } = world.school;
  await world.database.asSystem([ilorin.id], (tx) =>
    tx.update(batches).set({ name: 'JSS 2 Alpha' }).where(eq(batches.id, ilorin.batchIds['JSS 2 A'])),
  );
  const { rows } = (await (await world.as('registrar')).page('/students?q=adebayo')).props;
  expect(rows).toMatchObject([{ batchName: 'JSS 2 Alpha' }]);
  expect(await wrong()).toEqual([]);
});

test('a student assigned while the batch is being renamed gets the new name', async () => {
  const { ilorin } = world.school;
  const id = ilorin.batchIds['JSS 1 A'];
  const actor = systemActor(ilorin.id, 'A clerk');
  const assigning = await world.database.write(actor, async (tx) => {
    await tx.update(batches).set({ name: 'JSS 1 Gold' }).where(eq(batches.id, id));
    const waiting = world.database.write(actor, (other) =>
      assignBatch(other, actor, { batch_id: id, student_ids: [ilorin.studentIds['Efe Omoregie']] }),
    );
    await untilBlocked(world.ownerUrl);
    return { waiting };
  });
  await assigning.waiting;
  expect(await wrong()).toEqual([]);
  const [efe] = await world.database.asSystem([ilorin.id], (tx) =>
    tx.select({ name: students.batchName }).from(students).where(eq(students.id, ilorin.studentIds['Efe Omoregie'])),
  );
  expect(efe).toEqual({ name: 'JSS 1 Gold' });
});

test('the database refuses a batch of another institution and a name that is not the batch’s', async () => {
  const { ilorin, offa } = world.school;
  await withClient(world.ownerUrl, async (client) => {
    const seat = `update students set batch_id = $1 where institution_id = $2 and id = (select min(id) from students where institution_id = $2)`;
    await expect(client.query(seat, [ilorin.batchIds['JSS 1 A'], offa.id])).rejects.toMatchObject({ code: '23503' });
    await expect(
      client.query(`update students set batch_name = 'Another' where batch_id is not null`),
    ).rejects.toMatchObject({ code: '23503' });
    await expect(
      client.query(`update students set batch_name = null where batch_id is not null`),
    ).rejects.toMatchObject({ code: '23514' });
  });
});

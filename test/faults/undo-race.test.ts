import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kernel/actor.ts';
import { Conflict } from '#kernel/errors.ts';
import { assignBatch } from '#features/people/students/moves/assign-batch.ts';
import { batchAssignments, students } from '#features/people/students/students.schema.ts';
import { undoAssignment } from '#features/people/students/moves/undo-assignment.ts';
import { startSchool } from '#test/harness/app.ts';
import { untilBlocked } from '#test/harness/time.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
beforeAll(async () => void (world = await startSchool()));
afterAll(() => world?.close());

test('an undo that waits while one of its students is moved on is refused, and reverts nothing', async () => {
  const { database, school } = world;
  const { id, batchIds, studentIds } = school.ilorin;
  const actor = systemActor(id, 'A clerk');
  const both = [studentIds['Efe Omoregie'], studentIds['Aisha Bello']];
  const first = await database.write(actor, (tx) =>
    assignBatch(tx, actor, { batch_id: batchIds['JSS 1 A'], student_ids: both }),
  );

  const undo = await database.write(actor, async (tx) => {
    await assignBatch(tx, actor, { batch_id: batchIds['JSS 2 A'], student_ids: both.slice(0, 1) });
    const waiting = database
      .write(actor, (other) => undoAssignment(other, actor, first.assignmentId))
      .then(
        () => 'undone',
        (error: unknown) => error,
      );
    await untilBlocked(world.ownerUrl);
    return { waiting };
  });
  expect(await undo.waiting).toBeInstanceOf(Conflict);

  const [kept, seats] = await database.asSystem(
    [id],
    async (tx) =>
      [
        await tx
          .select({ undoneAt: batchAssignments.undoneAt })
          .from(batchAssignments)
          .where(eq(batchAssignments.id, first.assignmentId)),
        await tx.select({ id: students.id, batchId: students.batchId }).from(students).orderBy(students.id),
      ] as const,
  );
  expect(kept).toEqual([{ undoneAt: null }]);
  expect(both.map((student) => seats.find((seat) => seat.id === student)!.batchId)).toEqual([
    batchIds['JSS 2 A'],
    batchIds['JSS 1 A'],
  ]);
});

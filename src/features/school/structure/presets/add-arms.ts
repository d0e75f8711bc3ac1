import { and, eq, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { recordMany } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { createBatch } from '../batches/create-batch.ts';
import { termsOf } from '../batches/offered-terms.ts';
import { wordFor } from '../batches/batch-word.ts';
import { batches, courseOfferings } from '../structure.schema.ts';
import type { PlacedClass } from './add-catalogue.ts';
import { isSame, taughtIn } from './arms.ts';
import type { PlannedSubject } from './preset-fields.ts';
import type { Tally } from './tally.ts';

interface Place {
  institutionId: number;
  sessionId: number;
}

/** A batch that has no courses yet. */
interface EmptyArm {
  id: number;
  name: string;
  arm: string;
  placed: PlacedClass;
}

/** Adds the batches of the session that are missing. Returns those without courses, the new ones and others. */
export async function addArms(
  tx: Tx,
  actor: Actor,
  { institutionId, sessionId, seats }: Place & { seats: number },
  placed: PlacedClass[],
  tally: Tally,
): Promise<EmptyArm[]> {
  const there = await tx
    .select({
      id: batches.id,
      classId: batches.classId,
      arm: batches.arm,
      name: batches.name,
      offered: sql<number>`(select count(*) from course_offerings o where o.institution_id = batches.institution_id and o.batch_id = batches.id)`,
    })
    .from(batches)
    .where(and(eq(batches.institutionId, institutionId), eq(batches.sessionId, sessionId)));
  const empty: EmptyArm[] = [];
  for (const one of placed)
    for (const arm of one.planned.arms.length ? one.planned.arms : ['']) {
      const found = there.find((batch) => batch.classId === one.id && isSame(batch.arm, arm));
      tally.count('batches', Boolean(found));
      if (found) {
        if (Number(found.offered) === 0) empty.push({ id: found.id, name: found.name, arm, placed: one });
        continue;
      }
      const name = nameOf(one, arm, placed, there);
      const values = { classId: one.id, sessionId, arm, name, capacity: seats, teacherIds: [] };
      const id = await createBatch(tx, actor, values);
      there.push({ id, classId: one.id, arm, name, offered: 0 });
      empty.push({ id, name, arm, placed: one });
    }
  return empty;
}

/** 'JSS 1 A'; with the program's code where another program has the same class: 'CSC 100 Level A'. */
function nameOf({ program, planned }: PlacedClass, arm: string, all: PlacedClass[], there: { name: string }[]): string {
  const short = [planned.name, arm].filter(Boolean).join(' ');
  const isShared =
    all.some((other) => other.program !== program && isSame(other.planned.name, planned.name)) ||
    there.some(({ name }) => isSame(name, short));
  return isShared ? `${program.code} ${short}` : short;
}

/** Adds the planned courses to batches without courses. */
export async function addOfferings(
  tx: Tx,
  actor: Actor,
  { institutionId, sessionId }: Place,
  empty: EmptyArm[],
  courseIds: Map<string, number>,
): Promise<number> {
  const positions = new Set((await termsOf(tx, institutionId, sessionId)).map(({ position }) => position));
  const planned = empty.map((batch) => ({
    batch,
    rows: subjectsOf(batch).map(({ code, term }) => ({
      courseId: courseIds.get(code.toLowerCase())!,
      termPosition: positions.has(term) ? term : null,
    })),
  }));
  const values = planned.flatMap(({ batch, rows }) =>
    rows.map((row) => ({ institutionId, batchId: batch.id, ...row })),
  );
  if (values.length === 0) return 0;
  await tx.insert(courseOfferings).values(values).onConflictDoNothing();
  const word = wordFor(actor, institutionId, 'courses');
  await recordMany(
    tx,
    actor,
    'structure.offerCourses',
    planned
      .filter(({ rows }) => rows.length > 0)
      .map(({ batch, rows }) => ({
        institutionId,
        subject: { type: 'batch', id: batch.id },
        summary: `edited the ${word} of ${batch.name}`,
        details: { added: rows, removed: [], changed: [] },
      })),
  );
  return values.length;
}

function subjectsOf({ arm, placed: { program, planned } }: EmptyArm): PlannedSubject[] {
  const seen = new Set<string>();
  return program.subjects.filter(({ code, classes, arms }) => {
    const isTaught =
      (classes.length === 0 || classes.includes(planned.key)) &&
      (planned.arms.length === 0 || taughtIn(arms, planned.arms).some((one) => isSame(one, arm)));
    if (!isTaught || seen.has(code.toLowerCase())) return false;
    seen.add(code.toLowerCase());
    return true;
  });
}

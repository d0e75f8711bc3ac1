import { and, eq, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { createClass, promoteTo } from '../catalogue/change-classes.ts';
import { createProgram, createCourse } from '../catalogue/change-catalogue.ts';
import { classes, courses, programs } from '../structure.schema.ts';
import { isSame } from './arms.ts';
import type { ApplyPreset, PlannedProgram } from './preset-fields.ts';
import type { Tally } from './tally.ts';

/** A planned class with its record. */
export interface PlacedClass {
  program: PlannedProgram;
  planned: PlannedProgram['classes'][number];
  id: number;
}

/** Adds the programs and classes that are missing, and links each class to the next if it promotes to none. */
export async function addCatalogue(tx: Tx, actor: Actor, input: ApplyPreset, tally: Tally): Promise<PlacedClass[]> {
  const placed: PlacedClass[] = [];
  for (const program of input.programs) {
    const programId = await placeProgram(tx, actor, input.institutionId, program, tally);
    for (const planned of program.classes) {
      const id = await placeClass(tx, actor, { institutionId: input.institutionId, programId, planned }, tally);
      placed.push({ program, planned, id });
    }
  }
  for (const { from, to } of promotions(input.programs, placed))
    await promoteTo(tx, actor, { institutionId: input.institutionId, from, to });
  return placed;
}

async function placeProgram(
  tx: Tx,
  actor: Actor,
  institutionId: number,
  { code, name }: PlannedProgram,
  tally: Tally,
): Promise<number> {
  const [found] = await tx
    .select({ id: programs.id })
    .from(programs)
    .where(
      and(
        eq(programs.institutionId, institutionId),
        sql`(lower(${programs.code}) = lower(${code}) or lower(${programs.name}) = lower(${name}))`,
      ),
    )
    .orderBy(sql`lower(${programs.code}) = lower(${code}) desc`)
    .limit(1);
  tally.count('programs', Boolean(found));
  if (found) return found.id;
  const nothing = { applicationFee: null, seats: null, minimumAge: null };
  return createProgram(tx, actor, {
    institutionId,
    code,
    name,
    requiresPin: false,
    ...nothing,
    probationBelow: null,
    withdrawalAfter: null,
    unitsRequired: null,
  });
}

async function placeClass(
  tx: Tx,
  actor: Actor,
  { institutionId, programId, planned }: { institutionId: number; programId: number; planned: { name: string } },
  tally: Tally,
): Promise<number> {
  const [found] = await tx
    .select({ id: classes.id })
    .from(classes)
    .where(
      and(
        eq(classes.institutionId, institutionId),
        eq(classes.programId, programId),
        sql`lower(${classes.name}) = lower(${planned.name})`,
      ),
    );
  tally.count('classes', Boolean(found));
  return found
    ? found.id
    : createClass(tx, actor, { institutionId, programId, name: planned.name, nextClassId: null, followsTop: false });
}

/** Each class and the one it promotes to, the last of a program to the first of the next. */
function promotions(planned: ApplyPreset['programs'], placed: PlacedClass[]) {
  const idsOf = (key: string) => placed.filter(({ program }) => program.key === key).map(({ id }) => id);
  return planned.flatMap(({ key, promotesTo }) => {
    const ladder = [...idsOf(key), ...idsOf(promotesTo).slice(0, 1)];
    return ladder.slice(1).map((to, at) => ({ from: ladder[at]!, to }));
  });
}

/** Adds the courses that are missing. Returns the id of each by its code in lower case. */
export async function addCourses(
  tx: Tx,
  actor: Actor,
  { institutionId, programs: planned }: ApplyPreset,
  tally: Tally,
): Promise<Map<string, number>> {
  const found = await tx
    .select({ id: courses.id, code: courses.code })
    .from(courses)
    .where(eq(courses.institutionId, institutionId));
  const ids = new Map<string, number>();
  for (const { code, title, group, units } of planned.flatMap(({ subjects }) => subjects)) {
    const key = code.toLowerCase();
    if (ids.has(key)) continue;
    const there = found.find((course) => isSame(course.code, code));
    tally.count('courses', Boolean(there));
    ids.set(
      key,
      there?.id ??
        (await createCourse(tx, actor, {
          institutionId,
          code,
          title,
          creditUnits: units,
          electiveGroup: group,
          noExam: false,
        })),
    );
  }
  return ids;
}

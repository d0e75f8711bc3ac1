import { and, eq, sql } from 'drizzle-orm';
import { recordAction } from '../record-change.ts';
import { addCatalogue, addCourses, type PlacedClass } from './add-catalogue.ts';
import { Tally } from './tally.ts';
import { allow, membershipIn, type Actor } from '#kernel/actor.ts';
import { type Tx, pick } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import type { ApplyPreset, PlannedSubject } from './preset-fields.ts';
import { today } from '#kernel/dates.ts';
import { lockSessionsOf } from '../lock-rows.ts';
import { createSession, editSession } from '../sessions/change-sessions.ts';
import { academicSessions, terms, batches, courseOfferings } from '../structure.schema.ts';
import { recordMany } from '#kernel/audit.ts';
import { createBatch } from '../batches/create-batch.ts';
import { termsOf } from '../batches/write-offerings.ts';
import { termFor } from '../batches/batch-term.ts';
import { isSame, taughtIn } from './arms.ts';

/**
 * Adds a school's terms, programs, classes, batches and courses. What exists is left as it is, so it can be repeated;
 * the lock on the sessions makes two at once run one after the other.
 */
export async function applyPreset(tx: Tx, actor: Actor, input: ApplyPreset) {
  const { institutionId, seats } = input;
  allow(actor, 'structure.edit', institutionId);
  refuseRepeated(input);
  const session = await settleSession(tx, actor, input);
  const tally = new Tally();
  const placed = await addCatalogue(tx, actor, input, tally);
  const courseIds = await addCourses(tx, actor, input, tally);
  const place = { institutionId, sessionId: session.id };
  const empty = await addArms(tx, actor, { ...place, seats }, placed, tally);
  const offered = await addOfferings(tx, actor, place, empty, courseIds);
  const { added, skipped } = tally;
  const isAnything = Object.values(added).some((count) => count > 0) || session.terms > 0 || offered > 0;
  if (isAnything)
    await recordAction(
      tx,
      actor,
      'structure.applyPreset',
      { institutionId, type: 'session', id: session.id },
      `set up ${session.name} from a template`,
      { added: { ...added, terms: session.terms, offerings: offered }, skipped },
    );
  return { added, skipped, terms: session.terms, isAnything };
}

/** Two rows of one form that would be the same record, beside the second. */
function refuseRepeated({ programs }: ApplyPreset): void {
  const titles = new Map<string, string>();
  const codes = new Set<string>();
  const names = new Set<string>();
  for (const { key, code, name, classes, subjects } of programs) {
    if (codes.has(code.toLowerCase()))
      throw new ValidationError(`programs.${key}.code`, `Two programmes have the code ${code}.`);
    if (names.has(name.toLowerCase()))
      throw new ValidationError(`programs.${key}.name`, `Two programmes are named ${name}.`);
    codes.add(code.toLowerCase());
    names.add(name.toLowerCase());
    const levels = new Set<string>();
    for (const level of classes) {
      if (levels.has(level.name.toLowerCase()))
        throw new ValidationError(
          `programs.${key}.classes.${level.key}.name`,
          `${name} has two classes named ${level.name}.`,
        );
      levels.add(level.name.toLowerCase());
    }
    for (const subject of subjects) {
      const known = titles.get(subject.code.toLowerCase());
      if (known !== undefined && known.toLowerCase() !== subject.title.toLowerCase())
        throw new ValidationError(
          `programs.${key}.subjects.${subject.key}.code`,
          `${subject.code} is the code of ${known} as well. Choose a different code.`,
        );
      titles.set(subject.code.toLowerCase(), subject.title);
    }
  }
}

/** The current session, added if there is none, with the planned terms if it has none. */
async function settleSession(
  tx: Tx,
  actor: Actor,
  { institutionId, session: planned, terms: plannedTerms }: ApplyPreset,
): Promise<{ id: number; name: string; terms: number }> {
  await lockSessionsOf(tx, institutionId);
  const here = eq(academicSessions.institutionId, institutionId);
  const [current] = await tx
    .select()
    .from(academicSessions)
    .where(and(here, eq(academicSessions.isCurrent, true)));
  const zone = membershipIn(actor, institutionId)!.timeZone;
  const saved = { saved: termsToSave(plannedTerms, today(zone)), destroyed: [] };
  if (!current) {
    if (!planned) throw new ValidationError('form', 'There is no current session. Reload the page to add one.');
    const id = await createSession(tx, actor, { institutionId, ...planned, is_current: 'this', terms: saved });
    return { id, name: planned.name, terms: saved.saved.length };
  }
  const { id, name, startsOn, endsOn } = current;
  const has = await tx.$count(terms, and(eq(terms.institutionId, institutionId), eq(terms.sessionId, id)));
  if (has || saved.saved.length === 0) return { id, name, terms: 0 };
  const shown = { name, startsOn, endsOn, is_current: 'this' as const };
  await editSession(tx, actor, id, { ...shown, terms: saved, opened: { ...shown, terms: {} } });
  return { id, name, terms: saved.saved.length };
}

/** The term that is on becomes the current one; between terms, the next; at the end, the last. */
function termsToSave(planned: ApplyPreset['terms'], day: string) {
  const ordered = planned.toSorted((one, other) => one.startsOn.localeCompare(other.startsOn));
  const current = ordered.find(({ endsOn }) => endsOn >= day) ?? ordered.at(-1);
  return ordered.map((term) => ({ ...term, id: null, isCurrent: term === current }));
}

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
async function addArms(
  tx: Tx,
  actor: Actor,
  { institutionId, sessionId, seats }: Place & { seats: number },
  placed: PlacedClass[],
  tally: Tally,
): Promise<EmptyArm[]> {
  const there = await tx
    .select({
      ...pick(batches, 'id', 'classId', 'arm', 'name'),
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
async function addOfferings(
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
  const word = termFor(actor, institutionId, 'courses');
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

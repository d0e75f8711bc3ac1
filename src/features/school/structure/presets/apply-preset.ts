import { and, eq } from 'drizzle-orm';
import { recordAction } from '../record-change.ts';
import { addArms, addOfferings } from './add-arms.ts';
import { addCatalogue, addCourses } from './add-catalogue.ts';
import { Tally } from './tally.ts';
import { allow, membershipIn, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import type { ApplyPreset } from './preset-fields.ts';
import { today } from '#kernel/dates.ts';
import { lockSessionsOf } from '../lock-rows.ts';
import { createSession } from '../sessions/create-session.ts';
import { editSession } from '../sessions/edit-session.ts';
import { academicSessions, terms } from '../structure.schema.ts';

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
      { institutionId, type: 'session', id: session.id, name: session.name },
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

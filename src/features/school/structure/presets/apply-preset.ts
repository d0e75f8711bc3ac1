import { allow, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { Refused } from '#kernel/errors.ts';
import { recordAction } from '../record-change.ts';
import { addArms, addOfferings } from './add-arms.ts';
import { addCatalogue, addCourses } from './add-catalogue.ts';
import type { ApplyPreset } from './preset-fields.ts';
import { settleSession } from './settle-session.ts';
import { Tally } from './tally.ts';

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
      throw new Refused(`programs.${key}.code`, `Two programmes have the code ${code}.`);
    if (names.has(name.toLowerCase())) throw new Refused(`programs.${key}.name`, `Two programmes are named ${name}.`);
    codes.add(code.toLowerCase());
    names.add(name.toLowerCase());
    const levels = new Set<string>();
    for (const level of classes) {
      if (levels.has(level.name.toLowerCase()))
        throw new Refused(`programs.${key}.classes.${level.key}.name`, `${name} has two classes named ${level.name}.`);
      levels.add(level.name.toLowerCase());
    }
    for (const subject of subjects) {
      const known = titles.get(subject.code.toLowerCase());
      if (known !== undefined && known.toLowerCase() !== subject.title.toLowerCase())
        throw new Refused(
          `programs.${key}.subjects.${subject.key}.code`,
          `${subject.code} is the code of ${known} as well. Choose a different code.`,
        );
      titles.set(subject.code.toLowerCase(), subject.title);
    }
  }
}

import { and, eq } from 'drizzle-orm';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { today } from '#kernel/dates.ts';
import { Refused } from '#kernel/errors.ts';
import { lockSessionsOf } from '../lock-rows.ts';
import { createSession } from '../sessions/create-session.ts';
import { editSession } from '../sessions/edit-session.ts';
import { academicSessions, terms } from '../structure.schema.ts';
import type { ApplyPreset } from './preset-fields.ts';

/** The current session, added if there is none, with the planned terms if it has none. */
export async function settleSession(
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
    if (!planned) throw new Refused('form', 'There is no current session. Reload the page to add one.');
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

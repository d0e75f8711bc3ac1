import { can, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import type { Code } from '../marks/mark-fields.ts';
import type { Mark } from '../marks/mark.ts';
import { codesOf } from '../setup/codes.queries.ts';
import { correctionsOf, type Correction } from './corrections.queries.ts';
import { markIn, takenRegister, type TakenRegister } from './marks.queries.ts';
import { closedWords, findPlace, mayChange, mayTake, type RegisterKey, type RegisterPlace } from './place.queries.ts';
import { rollOf, type RollStudent } from './roll.queries.ts';

export interface SheetRow extends RollStudent {
  /** What stands in the register; null: not called yet. */
  mark: Mark | null;
  /** In the register, but not in the batch any more. */
  isFormer: boolean;
}

export interface RegisterSheet {
  place: RegisterPlace;
  rows: SheetRow[];
  codes: Code[];
  taken: Pick<TakenRegister, 'takenBy' | 'takenAt' | 'changedAt'> | null;
  corrections: Correction[];
  /** Why nobody, or only others, can change it; null if the reader can. */
  closed: string | null;
  /** Marks that exist are corrected with a reason: the day has passed. */
  needsReason: boolean;
}

/** One register with everybody who is called. */
export async function registerSheet(db: Db, actor: Actor, key: RegisterKey): Promise<RegisterSheet> {
  const place = await findPlace(db, actor, key);
  const [roll, taken, codes, corrections] = await Promise.all([
    rollOf(db, place),
    takenRegister(db, place),
    codesOf(db, place.institutionId),
    correctionsOf(db, place),
  ]);
  const here = new Set(roll.map(({ id }) => id));
  const gone = (taken?.roll ?? []).filter((id) => !here.has(id));
  const former = gone.length > 0 ? await rollOf(db, place, gone) : [];
  const row = (isFormer: boolean) => (one: RollStudent) => ({ ...one, mark: markIn(taken, one.id), isFormer });
  const rows = [...roll.map(row(false)), ...former.map(row(true))];
  return {
    place,
    rows,
    codes,
    corrections,
    taken: taken && { takenBy: taken.takenBy, takenAt: taken.takenAt, changedAt: taken.changedAt },
    closed: closedFor(actor, place),
    needsReason: place.onDate < place.today,
  };
}

function closedFor(actor: Actor, place: RegisterPlace): string | null {
  const closed = closedWords(place);
  if (closed) return closed;
  if (mayChange(actor, place)) return null;
  return mayTake(actor, place) || can(actor, 'attendance.correct', place.institutionId)
    ? 'This register can no longer be changed by teachers. Ask the office to correct it.'
    : 'You can look at this register. Its class teacher takes it.';
}

import type { Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { countOf } from '#ui/format.ts';
import type { RuleCondition } from '../holds.ts';
import { countHeld } from './preview.queries.ts';

/** Nobody is held whom the preview did not show: refused unless it showed as many students as there are now. */
export async function checkSeen(tx: Tx, institutionId: number, rule: RuleCondition, seen: number | null) {
  const held = await countHeld(tx, institutionId, rule);
  if (seen === null)
    throw new ValidationError(
      'seen',
      `This would hold ${countOf(held, 'student')}. Look at the preview, then save again.`,
    );
  if (seen !== held)
    throw new ValidationError(
      'seen',
      `By now this would hold ${countOf(held, 'student')}, not ${seen}. Look at the preview again, then continue.`,
    );
}

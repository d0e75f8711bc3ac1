import { z } from 'zod';
import { can, institutionsInView, institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import { NotAllowed } from '#kernel/errors.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { choice, id, list, optionalLine } from '#kernel/schemas.ts';
import { maySeeClearance } from '../holds.policy.ts';
import { withheld } from '../holds.ts';

/** The most batches in one file. */
export const mostBatches = 60;

const batchIds = list(id)
  .refine((ids) => ids.length <= mostBatches, `Choose up to ${mostBatches} at a time.`)
  .transform((ids) => [...new Set(ids)]);

export const ClearanceView = z.object({
  ...viewFields,
  what: choice(withheld).default('exam'),
  batch: batchIds,
});

/** The hall learns nothing of what anybody owes. */
export const clearanceReaders = { hall: 'For the exam hall', bursary: 'For the bursary, with amounts' } as const;
export type ClearanceReader = keyof typeof clearanceReaders;

export const ClearancePrint = ClearanceView.extend({
  for: choice(clearanceReaders).default('hall'),
  title: optionalLine(100, 'The title'),
});

/** The institution in the address, else the first whose clearance lists the actor sees. */
export function clearanceInstitution(actor: Actor, wanted: number | undefined) {
  const [institutionId] = institutionsInView(actor, wanted, ...maySeeClearance);
  if (!institutionId) throw new NotAllowed();
  const institutions = institutionsWhere(actor, ...maySeeClearance).map((one) => ({
    id: one,
    name: membershipIn(actor, one)!.name,
  }));
  return { institutionId, institutions, seesAmounts: can(actor, 'fees.view', institutionId) };
}

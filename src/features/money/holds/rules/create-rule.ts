import type { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { refuseDuplicate } from '#kernel/errors.ts';
import { id } from '#kernel/schemas.ts';
import { holdRules } from '../holds.schema.ts';
import { checkCondition, RuleFields, ruleTaken } from './rule-fields.ts';
import { checkPlaces } from './rule.queries.ts';

export const CreateRule = RuleFields.extend({ institutionId: id });

/** Adds a rule that is switched off and holds nobody yet. */
export async function createRule(tx: Tx, actor: Actor, sent: z.infer<typeof CreateRule>): Promise<number> {
  const { institutionId, ...values } = sent;
  allow(actor, 'fees.holds', institutionId);
  checkCondition(values);
  await checkPlaces(tx, institutionId, values);
  const [row] = await refuseDuplicate(
    tx
      .insert(holdRules)
      .values({ institutionId, ...values })
      .returning({ id: holdRules.id }),
    ruleTaken(values.name),
  );
  await record(tx, actor, 'fees.createHoldRule', {
    institutionId,
    summary: `added the hold rule ${values.name}`,
    subject: { type: 'hold_rule', id: row!.id },
    details: values,
  });
  return row!.id;
}

import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { holdRules } from '../holds.schema.ts';
import { checkSeen } from './check-seen.ts';
import { refuseFreeingOwn } from './refuse-freeing-own.ts';
import { Seen } from './rule-fields.ts';
import { lockRule, type HoldRule } from './rule.queries.ts';

export const SwitchOn = z.object({ seen: Seen });

const isRule = ({ institutionId, id }: HoldRule) =>
  and(eq(holdRules.institutionId, institutionId), eq(holdRules.id, id));

/** Switches a rule on, after its preview, or off. */
export async function switchRule(
  tx: Tx,
  actor: Actor,
  ruleId: number,
  to: { isOn: true; seen: number | null } | { isOn: false },
): Promise<HoldRule> {
  const rule = await lockRule(tx, actor, ruleId);
  allow(actor, 'fees.holds', rule.institutionId);
  if (rule.isOn === to.isOn) return rule;
  if (to.isOn) await checkSeen(tx, rule.institutionId, rule, to.seen);
  else await refuseFreeingOwn(tx, actor, rule, null);
  await tx.update(holdRules).set({ isOn: to.isOn }).where(isRule(rule));
  await record(tx, actor, to.isOn ? 'fees.switchHoldRuleOn' : 'fees.switchHoldRuleOff', {
    institutionId: rule.institutionId,
    summary: `switched the hold rule ${rule.name} ${to.isOn ? 'on' : 'off'}`,
    subject: { type: 'hold_rule', id: rule.id },
    details: to.isOn ? { students: to.seen } : {},
  });
  return rule;
}

/** Deletes a rule that holds nobody, because it is switched off. */
export async function deleteRule(tx: Tx, actor: Actor, ruleId: number): Promise<string> {
  const rule = await lockRule(tx, actor, ruleId);
  const { institutionId, id, name, isOn, ...details } = rule;
  allow(actor, 'fees.holds', institutionId);
  if (isOn) throw new ValidationError('form', `${name} is on. Switch it off first.`);
  await tx.delete(holdRules).where(isRule(rule));
  await record(tx, actor, 'fees.deleteHoldRule', {
    institutionId,
    summary: `deleted the hold rule ${name}`,
    subject: { type: 'hold_rule', id },
    details,
  });
  return name;
}

import type { Tx } from '#kernel/database.ts';
import { edits } from '#kernel/edit/edit.ts';
import { editRecord } from '#kernel/edit/edit-record.ts';
import { holdRules } from '../holds.schema.ts';
import { checkCondition, RuleFields, ruleTaken, Seen, type RuleInput } from './rule-fields.ts';
import { checkPlaces, lockRule, type HoldRule } from './rule.queries.ts';
import { checkSeen } from './check-seen.ts';
import { refuseFreeingOwn } from './refuse-freeing-own.ts';

export const EditRule = edits(RuleFields.extend({ seen: Seen }));

const conditions = ['above', 'counts', 'overdueDays', 'needs', 'programIds', 'classIds'];

/** Changes a rule. While it is on, its preview has to be looked at first if it changes who is held. */
export const editRule = editRecord({
  action: 'fees.editHoldRule',
  type: 'hold_rule',
  table: holdRules,
  may: 'fees.holds',
  fields: EditRule,
  lock: lockRule,
  sets: ['withholds', 'programIds', 'classIds'],
  together: [['above', 'counts', 'overdueDays', 'needs']],
  read: ({ input: { seen: _, ...values } }) => sorted(values as RuleInput),
  check: async ({ tx, actor, before, values, input, changes }) => {
    checkCondition(values);
    await checkPlaces(tx, before.institutionId, values);
    await refuseFreeingOwn(tx, actor, before, values);
    if (Object.keys(changes).some((field) => conditions.includes(field)))
      await checkIfOn(tx, before, values, (input as { seen: number | null }).seen);
  },
  taken: ({ values }) => ruleTaken(values.name),
  nameOf: ({ values }) => values.name,
});

const checkIfOn = async (tx: Tx, before: HoldRule, values: RuleInput, seen: number | null) =>
  before.isOn && (await checkSeen(tx, before.institutionId, values, seen));

/** Merged sets come in any order. */
const sorted = (values: RuleInput): RuleInput => {
  const { withholds } = RuleFields.pick({ withholds: true }).parse(values);
  const byId = (ids: number[]) => ids.toSorted((a, b) => a - b);
  return { ...values, withholds, programIds: byId(values.programIds), classIds: byId(values.classIds) };
};

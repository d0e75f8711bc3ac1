import type { UndoRules } from '#kernel/personal-data/merge-journal.ts';
import { undoRuleOf } from '#kernel/personal-data/merge-rule.ts';
import type { PersonalDataRegistry } from '#kernel/personal-data/personal-data.ts';
import type { Entity } from '#features/records/people/people.schema.ts';

/** For each table that a merge of such people may write: how an unmerge puts its rows back. */
export const undoRulesOf = (personalData: PersonalDataRegistry, entity: Entity): UndoRules =>
  new Map(
    personalData.tablesOf(entity).flatMap(({ table, merge }) => {
      const rule = undoRuleOf(merge);
      return rule ? [[table, rule] as const] : [];
    }),
  );

import type { OpenedValues } from '#kernel/edit/edit.ts';
import type { PropsOfList } from '#kernel/list/declare-list.ts';
import { page } from '#web/page.ts';
import type { BatchChoice, ClearanceBatch } from './clearance/print-clearance.ts';
import type { RuleChoice } from './held/family-holds.ts';
import type { holdList } from './held/holds.list.ts';
import type { WithheldItem } from './holds.ts';
import type { LiftForm } from './lifts/lift-form.queries.ts';
import type { RulePreview } from './rules/change-rules.ts';
import type { HoldRule } from './rules/create-rule.ts';
import type { ruleList } from './rules/rules.list.ts';

export interface HoldListProps extends PropsOfList<typeof holdList> {
  /** Deferred: of everything that the filters match. */
  totals?: { students: number; owed: number };
  rules: RuleChoice[];
  choices?: { batches: { id: number; name: string; classId: number; className: string }[]; moreBatches: boolean };
  /** `lift`: the institutions in which the actor lifts holds. */
  can: { export: boolean; lift: number[] };
}
export const holdListPage = page<HoldListProps>('holds/hold-list');

export const ruleListPage = page<PropsOfList<typeof ruleList> & { can: { edit: boolean } }>('holds/rule-list');

interface RulePageProps {
  rule: HoldRule;
  currency: string;
  /** Deferred: whom it holds, or would hold. */
  preview?: RulePreview;
  can: { edit: boolean };
}
export const rulePage = page<RulePageProps>('holds/rule');

interface RuleFormProps {
  institutionId: number;
  institutions: { id: number; name: string }[];
  currency: string;
  rule: HoldRule | null;
  opened?: OpenedValues;
  programs: { id: number; name: string }[];
  classes: { id: number; name: string; program: string }[];
}
export const ruleFormPage = page<RuleFormProps>('holds/rule-form');

export const liftFormPage = page<LiftForm>('holds/lift-form');

interface ClearanceProps {
  institutionId: number;
  institutions: { id: number; name: string }[];
  currency: string;
  what: WithheldItem;
  batch: number[];
  batches: BatchChoice[];
  lists: ClearanceBatch[];
  hasRule: boolean;
  seesAmounts: boolean;
}
export const clearancePage = page<ClearanceProps>('holds/clearance');

import { page } from '#web/page.ts';
import type { ChecklistItem } from './checklist/checklist.queries.ts';
import type { Outcome } from './outcomes.ts';
import type { PromotionOverview } from './overview.queries.ts';
import type { SessionChoice } from './promotion.access.ts';
import type { StudentProposal } from './proposal/proposals.ts';
import type { NextBatch } from './rollover/place-students.ts';
import type { RuleContent } from './rules/rule-content.ts';
import type { CourseChoice, RuledClass } from './rules/rules.queries.ts';

export interface PromotionProps extends PromotionOverview {
  sessions: SessionChoice[];
  session: SessionChoice | null;
  can: { change: boolean; carryOut: boolean; editRules: boolean };
}
export const promotionPage = page<PromotionProps>('promotion/promotion');

export interface PromotionClassProps {
  session: SessionChoice;
  classes: { id: number; name: string; isLast: boolean }[];
  classId: number;
  students: StudentProposal[];
  filter: { outcome: Outcome | 'undecided' | null; batch: number | null };
  /** Of the next session, for the class itself and the one after it. */
  nextBatches: Pick<NextBatch, 'id' | 'name' | 'classId'>[];
  nextClassId: number | null;
  rule: string | null;
  can: { change: boolean };
}
export const promotionClassPage = page<PromotionClassProps>('promotion/promotion-class');

export interface RuleListProps {
  institutionId: number;
  /** Of all classes without their own. */
  general: string | null;
  rows: (RuledClass & { rule: string | null })[];
  can: { edit: boolean };
}
export const ruleListPage = page<RuleListProps>('promotion/rules');

export interface RuleFormProps {
  institutionId: number;
  ruledClass: { id: number; name: string } | null;
  version: number;
  content: RuleContent | null;
  courses: CourseChoice[];
}
export const ruleFormPage = page<RuleFormProps>('promotion/rule-form');

export interface ChecklistProps {
  sessions: SessionChoice[];
  session: SessionChoice | null;
  items: ChecklistItem[];
  currency: string;
}
export const checklistPage = page<ChecklistProps>('promotion/checklist');

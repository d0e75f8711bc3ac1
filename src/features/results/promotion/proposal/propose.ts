import { proposePromotion, type PromotionCourse } from '#features/results/assessment/compute/promotion.ts';
import { fromText, gpaText } from '#features/results/assessment/compute/fraction.ts';
import type { GpaForm } from '#features/results/assessment/compute/types.ts';
import type { Exact } from '#features/results/results/cards/card-promotion.ts';
import type { ProposedOutcome } from '../outcomes.ts';
import { ruleOf, type Rule } from '../rules/save-rule.ts';

/** A course of a published term: [id, title, mark, passed]; the mark is the cumulative where there is one. */
export type FiguredCourse = [id: number, title: string, mark: Exact | null, passed: boolean | null];

/** What was published of a student in the session. */
export interface Figures {
  system: 'average' | 'gpa';
  /** Whether the session's last term is among it. */
  hasLastTerm: boolean;
  /** Few grade points are good. */
  isLowBest: boolean;
  /** How a CGPA is written. */
  gpaForm: GpaForm | null;
  /** The average of the session, or the CGPA. */
  average: Exact | null;
  courses: FiguredCourse[];
  /** Percent. */
  attendance: Exact | null;
  owesFees: boolean;
}

export interface Proposal {
  proposed: ProposedOutcome;
  reasons: string[];
  /** As it is written, for display and for putting a class in order. */
  average: string | null;
}

interface Asked {
  rule: Rule | null;
  className: string;
  /** Nobody goes on from it: who meets the rule graduates. */
  isLast: boolean;
  /** The session's last term. */
  lastTerm: string | null;
}

/** What the rule of a class says of one student, with its reasons. A figure that is missing decides nothing. */
export function propose(figures: Figures | null, { rule, className, isLast, lastTerm }: Asked): Proposal {
  const average = figures?.average ? gpaText(fromText(figures.average), figures.gpaForm) : null;
  const undecided = (reason: string): Proposal => ({ proposed: 'undecided', reasons: [reason], average });
  if (!rule) return undecided(`${className} has no promotion rule.`);
  if (!figures) return undecided('No published result in this session.');
  if (!figures.hasLastTerm) return undecided(`No published result in ${lastTerm ?? 'the last term'}.`);
  const { outcome, reasons } = proposePromotion(
    {
      average: figures.average === null ? null : fromText(figures.average),
      courses: figures.courses.map(asCourse),
      isLowBest: figures.isLowBest,
      attendance: figures.attendance === null ? null : fromText(figures.attendance),
      owesFees: figures.owesFees,
    },
    ruleOf(rule.content, isLast),
  );
  return {
    proposed: outcome === 'promoted' && isLast ? 'graduated' : outcome,
    // The computation calls it an average in either system.
    reasons: figures.system === 'gpa' ? reasons.map((words) => words.replace(/^Average\b/, 'CGPA')) : [...reasons],
    average,
  };
}

const asCourse = ([course, name, mark, passed]: FiguredCourse): PromotionCourse => ({
  course,
  name,
  passed,
  mark: mark === null ? null : fromText(mark),
});

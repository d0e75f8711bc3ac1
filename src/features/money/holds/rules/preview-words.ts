import { countOf, money } from '#ui/format.ts';
import type { RulePreview } from './preview.queries.ts';

/** 'This rule would hold 12 students today, who owe ₦340,000.00.' */
export function previewInWords({ held, owed }: RulePreview, currency: string, isOn: boolean): string {
  const verb = isOn ? 'holds' : 'would hold';
  if (held === 0) return `This rule ${verb} nobody today.`;
  return `This rule ${verb} ${countOf(held, 'student')} today, who ${held === 1 ? 'owes' : 'owe'} ${money(owed, currency)}.`;
}

/** What an edit of a rule that is on changes. */
export const changesInWords = ({ added, released }: RulePreview): string =>
  added + released === 0
    ? 'Nobody is newly held or released.'
    : `${countOf(added, 'student')} newly held, ${countOf(released, 'student')} released.`;

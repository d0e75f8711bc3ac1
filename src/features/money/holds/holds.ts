/** What can be withheld from a student who owes. Features that withhold more add their words here. */
export const withheld = {
  report_card: 'Report card',
  transcript: 'Transcript',
  exam: 'Exam hall',
  registration: 'Course registration',
} as const;
export type WithheldItem = keyof typeof withheld;

/** What the amount of a rule is compared with. */
export const countedAmounts = { overdue: 'Overdue fees', owed: 'All unpaid fees, also those not yet due' } as const;
export type CountedAmount = keyof typeof countedAmounts;

/** Of a rule with an amount and days. */
export const ruleNeeds = { either: 'Either of the two', both: 'Both' } as const;
export type RuleNeeds = keyof typeof ruleNeeds;

/** The condition of a rule, in minor units and days. */
export interface RuleCondition {
  above: number | null;
  counts: CountedAmount;
  overdueDays: number | null;
  needs: RuleNeeds;
  programIds: number[];
  classIds: number[];
}

/** 'Report card, transcript'. */
export function withheldText(words: readonly WithheldItem[]): string {
  const ordered = (Object.keys(withheld) as WithheldItem[]).filter((word) => words.includes(word));
  const text = ordered.map((word) => withheld[word].toLowerCase()).join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Whom a rule is about; everybody where there is no id. A pair has an order: the first lessons and the second ones. */
export type RuleSubject = 'everybody' | 'batch' | 'teacher' | 'course' | 'lesson' | 'pair' | 'lessons';

export interface RuleKind {
  /** What it asks for, with its number in it: `{n}`. */
  title: string;
  about: string;
  subjects: readonly RuleSubject[];
  number?: { label: string; from: number; to: number };
  /** It names periods of the week. */
  hasTimes?: true;
  /** FET knows it only as a rule that must be kept. */
  isAlwaysHard?: true;
  /** How it applies to everybody until somebody changes it. */
  usual?: { weight: number; number?: number };
}

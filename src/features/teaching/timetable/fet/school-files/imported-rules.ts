import type { RuleKindName } from '../rules/rule-kinds.ts';

export interface TakenRule {
  kind: RuleKindName;
  weight: number;
  teacherId?: number;
  batchId?: number;
  courseId?: number;
  /** The place of its set in the plan. */
  set?: number;
  /** The places of sets that it relates, in its order. */
  sets?: number[];
  number?: number;
  times?: [number, number][];
}
export interface TakenTime {
  employeeId?: number;
  batchId?: number;
  roomId?: number;
  weekday: number;
  period: number;
}
export interface ImportedRules {
  rules: TakenRule[];
  unavailable: TakenTime[];
  /** Of kinds that we know, but about lessons that no rule here can name: the kind of each. */
  leftOut: string[];
}

/** A wish that every set of lessons has in the same words is said once, for all. */
export function withoutUsual(rules: TakenRule[]): TakenRule[] {
  const apart = rules.filter(({ kind }) => kind === 'minDaysBetween');
  const same = new Set(apart.map(({ weight, number }) => `${weight} ${number}`));
  if (apart.length < 2 || same.size !== 1) return rules;
  const { set: _, ...forAll } = apart[0]!;
  return [...rules.filter(({ kind }) => kind !== 'minDaysBetween'), forAll];
}

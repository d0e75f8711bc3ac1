import { z } from 'zod';
import type { PromotionRule } from '#features/results/assessment/compute/promotion.ts';
import { checkbox, emptyIsNull, id, list } from '#kernel/schemas.ts';
import type { PromotionConditions } from '#features/results/assessment/compute/promotion-conditions.ts';

/** What a class asks for; marks, averages and percentages in hundredths, as in assessment/compute/promotion.ts. */
export interface Conditions {
  averageAtLeast: number | null;
  compulsory: number[];
  passesAtLeast: number | null;
  passAt: number | null;
  attendanceAtLeast: number | null;
  feesPaid: boolean;
}

export interface RuleContent {
  promote: Conditions;
  /** What is enough to be promoted on trial; without it nobody is. */
  onTrial: Conditions | null;
}

/** A number with two decimals at most, as hundredths; empty is not asked. */
const hundredths = (what: string) =>
  emptyIsNull(
    z
      .string()
      .trim()
      .regex(/^\d{1,3}(\.\d{1,2})?$/, `${what} is a number from 0 to 100, with two decimals at most.`)
      .transform((text) => Math.round(Number(text) * 100))
      .refine((value) => value <= 100_00, `${what} is 100 at most.`),
  );

const conditionFields = (of: '' | 'trial') => {
  const named = <Name extends string>(name: Name) => (of ? `trial${name[0]!.toUpperCase()}${name.slice(1)}` : name);
  return {
    [named('averageAtLeast')]: hundredths('The average'),
    [named('compulsory')]: list(id),
    [named('passesAtLeast')]: emptyIsNull(z.coerce.number().int().min(1).max(60)),
    [named('passAt')]: hundredths('The pass mark'),
    [named('attendanceAtLeast')]: hundredths('The attendance'),
    [named('feesPaid')]: checkbox,
  };
};

export const SaveRule = z.object({
  institutionId: id,
  classId: emptyIsNull(id),
  /** The version that the form was opened with; 0 if there was none. */
  version: z.coerce.number().int().min(0).max(1_000_000),
  hasTrial: checkbox,
  ...conditionFields(''),
  ...conditionFields('trial'),
});

export function contentOf(input: Record<string, unknown>): RuleContent {
  const conditions = (of: (name: string) => string) => ({
    averageAtLeast: input[of('averageAtLeast')] as number | null,
    compulsory: input[of('compulsory')] as number[],
    passesAtLeast: input[of('passesAtLeast')] as number | null,
    passAt: input[of('passAt')] as number | null,
    attendanceAtLeast: input[of('attendanceAtLeast')] as number | null,
    feesPaid: input[of('feesPaid')] as boolean,
  });
  const trial = (name: string) => `trial${name[0]!.toUpperCase()}${name.slice(1)}`;
  return { promote: conditions((name) => name), onTrial: input['hasTrial'] ? conditions(trial) : null };
}

/** As the computation takes it. In the last class nobody goes on, on trial or otherwise: who meets the rule graduates. */
export const ruleOf = ({ promote, onTrial }: RuleContent, isLast: boolean): PromotionRule => ({
  promote: asked(promote),
  onTrial: onTrial && !isLast ? asked(onTrial) : null,
});

const asked = (conditions: Conditions): PromotionConditions => ({
  ...(conditions.averageAtLeast !== null && { averageAtLeast: conditions.averageAtLeast }),
  ...(conditions.passesAtLeast !== null && { passesAtLeast: conditions.passesAtLeast }),
  ...(conditions.passAt !== null && { passAt: conditions.passAt }),
  ...(conditions.attendanceAtLeast !== null && { attendanceAtLeast: conditions.attendanceAtLeast }),
  compulsory: conditions.compulsory,
  feesPaid: conditions.feesPaid,
});

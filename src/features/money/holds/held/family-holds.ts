import type { Withheld } from '../holds.ts';
import type { Hold } from './held-students.ts';

/** What a family sees: without rules, reasons and names of staff. */
export interface FamilyHold {
  studentId: number;
  institutionId: number;
  remaining: Withheld[];
  lifted: Withheld[];
  liftedUntil: string | null;
  toPay: number;
}

export const forFamily = ({ studentId, institutionId, withheld, remaining, toPay, lift }: Hold): FamilyHold => ({
  studentId,
  institutionId,
  remaining,
  toPay,
  lifted: withheld.filter((word) => !remaining.includes(word)),
  liftedUntil: lift?.until ?? null,
});

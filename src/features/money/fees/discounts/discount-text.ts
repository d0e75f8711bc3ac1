import { money } from '#ui/format.ts';
import type { DiscountGroup } from '../fees.ts';
import { percentText } from '../setup/percent-text.ts';

interface Share {
  percent: number | null;
  amount: number | null;
}

/** '10%' or '₦5,000.00'. */
export const shareText = ({ percent, amount }: Share, currency: string) =>
  percent === null ? money(amount ?? 0, currency) : `${percentText(percent)}%`;

interface Receivers {
  who: DiscountGroup;
  childFrom: number | null;
  studentCategory: string | null;
}

/** 'Siblings, from the second child'. */
export function receiversText({ who, childFrom, studentCategory }: Receivers): string {
  if (who === 'sibling') return `Siblings, from ${ordinal(childFrom ?? 2)} child`;
  if (who === 'student_category') return `Students of the category ${studentCategory ?? ''}`;
  return { everyone: 'All students', staff_child: 'Children of staff', named: 'Chosen students' }[who];
}

const ordinals = ['second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];
const ordinal = (number: number) => `the ${ordinals[number - 2] ?? `${number}th`}`;

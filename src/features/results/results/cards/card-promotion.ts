import { formatDay } from '#kernel/dates.ts';

/** What follows the session, as it is approved: beside what a publication has sealed, never part of it. */
export interface CardPromotion {
  outcome: 'promoted' | 'on_trial' | 'repeat' | 'graduated' | 'withdrawn';
  className: string;
  /** That the student goes on to. */
  nextClass: string | null;
  designation: string | null;
  /** When it was approved. */
  on: string;
}

/** 'Promoted to JSS 2' */
export function promotionWords({ outcome, className, nextClass, designation }: CardPromotion): string {
  if (outcome === 'repeat') return `Repeats ${className}`;
  if (outcome === 'graduated') return designation ? `Graduates, ${designation}` : 'Graduates';
  if (outcome === 'withdrawn') return 'Withdrawn';
  return `Promoted to ${nextClass ?? 'the next class'}${outcome === 'on_trial' ? ' on trial' : ''}`;
}

export const decisionLabel = 'Decision';

/** With the day, since it may follow the publication by weeks. */
export const promotionInFull = (promotion: CardPromotion): string =>
  `${promotionWords(promotion)} (approved on ${formatDay(promotion.on)})`;

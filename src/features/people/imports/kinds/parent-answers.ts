import type { linkAnswers } from './guardian-columns.ts';

/** The column of an answer about one guardian in the row: 'fatherPaysFees'. */
export const answerColumn = (role: string, key: (typeof linkAnswers)[number]) =>
  `${role}${key[0]!.toUpperCase()}${key.slice(1)}`;

/** Headings of the answers, behind 'guardian' and so on; for the one guardian of a row also alone. */
export const answerHeadings: Record<(typeof linkAnswers)[number], string[]> = {
  paysFees: ['paysfees', 'feepayer', 'paysthefees'],
  mayCollect: ['maycollect', 'canpickup', 'maypickup'],
  receivesSms: ['receivessms', 'getssms', 'receivesmessages'],
  isNextOfKin: ['isnextofkin'],
};

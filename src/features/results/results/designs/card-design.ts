import type { ReportCard } from '../cards/card-promotion.ts';

export type CardLayout = ReportCard['layout'];
export const cardLayouts: Record<CardLayout, string> = {
  secondary: 'School report card',
  college: 'Semester result',
};

export type PartGroup = 'head' | 'columns' | 'foot';

/** The parts of a report card that a school can show, hide, name and order within their group. */
export const cardParts: Record<CardPart, { name: string; group: PartGroup; isNamed: boolean }> = {
  photo: { name: 'Photo', group: 'head', isNamed: false },
  position: { name: 'Position', group: 'head', isNamed: true },
  earlierTerms: { name: 'Earlier terms and cumulative', group: 'columns', isNamed: false },
  coursePosition: { name: 'Position in the subject', group: 'columns', isNamed: true },
  classAverage: { name: 'Class average', group: 'columns', isNamed: true },
  highestLowest: { name: 'Highest and lowest', group: 'columns', isNamed: false },
  attendance: { name: 'Attendance', group: 'foot', isNamed: true },
  traits: { name: 'Traits', group: 'foot', isNamed: true },
  teacherRemark: { name: 'Class teacher’s remark', group: 'foot', isNamed: true },
  principalRemark: { name: 'Principal’s remark', group: 'foot', isNamed: true },
  gradeKey: { name: 'Key to grades', group: 'foot', isNamed: true },
  fees: { name: 'Fees owed', group: 'foot', isNamed: true },
  nextTerm: { name: 'Next term begins', group: 'foot', isNamed: true },
  signatures: { name: 'Signatures and stamp', group: 'foot', isNamed: false },
  footer: { name: 'Footer text', group: 'foot', isNamed: false },
};
export const partKeys = [
  ...(['photo', 'position', 'earlierTerms', 'coursePosition', 'classAverage', 'highestLowest'] as const),
  ...(['attendance', 'traits', 'teacherRemark', 'principalRemark', 'gradeKey', 'fees', 'nextTerm'] as const),
  ...(['signatures', 'footer'] as const),
] as const;
export type CardPart = (typeof partKeys)[number];

export interface DesignPart {
  key: CardPart;
  isShown: boolean;
  /** Printed instead of the usual words; empty for those. */
  label: string;
}

export type CardPicture = 'teacher' | 'principal' | 'stamp';

/** How report cards look. Versions never change: a published result names the one that it was printed by. */
export interface CardDesign {
  /** All parts, in the order of their groups. */
  parts: DesignPart[];
  footer: string;
  /** Who signs, under the lines: 'Principal', or a name. Empty for the usual words. */
  signers: { teacher: string; principal: string };
  /** Ids of files. */
  pictures: Record<CardPicture, number | null>;
}

const hidden: Record<CardLayout, ReadonlySet<CardPart>> = {
  secondary: new Set(['fees', 'footer']),
  college: new Set([
    ...(['position', 'earlierTerms', 'coursePosition', 'classAverage', 'highestLowest'] as const),
    ...(['attendance', 'traits', 'teacherRemark', 'principalRemark', 'fees', 'footer'] as const),
  ]),
};

/** What a school begins with. */
export const usualDesign = (layout: CardLayout): CardDesign => ({
  parts: partKeys.map((key) => ({ key, isShown: !hidden[layout].has(key), label: '' })),
  footer: '',
  signers: { teacher: '', principal: '' },
  pictures: { principal: null, teacher: null, stamp: null },
});

type Parts = Pick<CardDesign, 'parts'>;

/** The shown parts of a group in their order. */
export const partsIn = ({ parts }: Parts, group: PartGroup): DesignPart[] =>
  parts.filter(({ key, isShown }) => isShown && cardParts[key].group === group);

export const partOf = ({ parts }: Parts, key: CardPart): DesignPart | undefined =>
  parts.find((part) => part.key === key && part.isShown);

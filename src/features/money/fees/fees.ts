/** Who a fee is for, with the names on its form. */
const audienceKinds = {
  program: 'Programme',
  class: 'Class',
  batch: 'Batch',
  category: 'Student category',
  joined: 'New or returning',
  gender: 'Gender',
  option: 'Custom field',
  student: 'Chosen students',
} as const;
export type AudienceKind = keyof typeof audienceKinds;

export const discountGroups = {
  everyone: 'All students',
  sibling: 'Siblings',
  staff_child: 'Staff children',
  student_category: 'A student category',
  named: 'Chosen students',
} as const;
export type DiscountGroup = keyof typeof discountGroups;

export const fineKinds = { once: 'Once', daily: 'Every day', percent: 'Percentage of the unpaid amount' } as const;

/** What late payment costs; amounts in minor units, percentages in hundredths of a percent. */
export interface FineRule {
  how: 'once' | 'daily' | 'percent';
  amount?: number;
  percent?: number;
  graceDays: number;
  cap: number | null;
}

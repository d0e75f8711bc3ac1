/** Who a fee is for, with the names on its form. */
export const audienceKinds = {
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

export const runStates = {
  queued: 'Queued',
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  stopped: 'Stopped',
} as const;
export type RunState = keyof typeof runStates;

export const fineKinds = { once: 'Once', daily: 'Every day', percent: 'Percentage of what is unpaid' } as const;

/** Whether an intake takes applications, with labels. */
export const intakeStates = {
  draft: 'Not published',
  scheduled: 'Opens later',
  open: 'Open',
  closed: 'Closed',
} as const;
export type IntakeState = keyof typeof intakeStates;

interface Times {
  publishedAt: Date | null;
  opensAt: Date;
  closesAt: Date;
}

export function intakeState({ publishedAt, opensAt, closesAt }: Times, now = new Date()): IntakeState {
  if (!publishedAt) return 'draft';
  if (now < opensAt) return 'scheduled';
  return now < closesAt ? 'open' : 'closed';
}

/** Whether an intake takes applications, with labels. */
export const intakeStates = {
  draft: 'Not published',
  scheduled: 'Opens later',
  open: 'Open',
  closed: 'Closed',
} as const;
export type IntakeState = keyof typeof intakeStates;

/** What became of a correction. */
export const correctionStates = {
  waiting: 'Waiting',
  done: 'Done',
  refused: 'Refused',
  withdrawn: 'Withdrawn',
  expired: 'Expired',
} as const;
export type CorrectionState = keyof typeof correctionStates;

export const correctionTones = {
  waiting: 'info',
  done: 'good',
  refused: 'bad',
  withdrawn: 'plain',
  expired: 'plain',
} as const satisfies Record<CorrectionState, string>;

/** How far a billing run is, with the names on the screen. */
export const runStates = {
  queued: 'Queued',
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  stopped: 'Stopped',
} as const;
export type RunState = keyof typeof runStates;

export type RunState = 'queued' | 'running' | 'done' | 'part' | 'failed' | 'stopped';

export const stateLabels: Record<RunState, string> = {
  queued: 'Waiting',
  running: 'Searching',
  done: 'Complete',
  part: 'Incomplete',
  failed: 'No timetable',
  stopped: 'Stopped',
};

export const isAtWork = (state: RunState): boolean => state === 'queued' || state === 'running';
export const hasResult = (state: RunState): boolean => state === 'done' || state === 'part';

import { Badge } from '#ui/badge.tsx';
import { timeText } from '#ui/format.ts';
import type { RegisterProgress } from '../device/register-progress.ts';

const states = {
  saving: ['info', 'Saving…'],
  asking: ['bad', 'Not saved'],
  onDevice: ['gold', 'On this device'],
  saved: ['good', 'Saved'],
  taken: ['good', 'Taken'],
  notTaken: ['gold', 'Not taken'],
} as const;

/** What becomes of a register, as it changes: 'Saving…', 'Saved 08:12 am' by the institution's clock. */
export const progressText = (progress: RegisterProgress, timeZone: string | undefined): string =>
  progress.is === 'saved' ? `Saved ${timeText(progress.at, timeZone)}` : states[progress.is][1];

export const ProgressBadge = (props: { progress: RegisterProgress; timeZone: string | undefined }) => (
  <Badge tone={states[props.progress.is][0]}>{progressText(props.progress, props.timeZone)}</Badge>
);

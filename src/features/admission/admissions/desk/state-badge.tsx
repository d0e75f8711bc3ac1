import { Badge, type BadgeTone } from '#ui/badge.tsx';
import { applicationStates, type ApplicationState } from '../admissions.ts';

const tones: Record<ApplicationState, BadgeTone> = {
  draft: 'plain',
  submitted: 'info',
  under_review: 'info',
  offered: 'gold',
  waiting_list: 'plain',
  rejected: 'bad',
  accepted: 'good',
  admitted: 'good',
  withdrawn: 'plain',
};

/** The state of an application. */
export const ApplicationBadge = ({ state }: { state: ApplicationState }) => (
  <Badge tone={tones[state]}>{applicationStates[state]}</Badge>
);

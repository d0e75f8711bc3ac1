import { Badge } from '#ui/badge.tsx';
import type { ShownState } from './notices.list.ts';

export const noticeStateLabels: Record<ShownState, string> = {
  draft: 'Draft',
  coming: 'Starts later',
  shown: 'On the board',
  ended: 'Ended',
  withdrawn: 'Withdrawn',
};
const tones = { draft: 'plain', coming: 'info', shown: 'good', ended: 'plain', withdrawn: 'gold' } as const;

export const NoticeState = ({ state }: { state: ShownState }) => (
  <Badge tone={tones[state]}>{noticeStateLabels[state]}</Badge>
);

/** Employees, students and guardians of a notice, in words. */
export function audienceText(to: { toEmployees: boolean; toStudents: boolean; toGuardians: boolean }): string {
  if (to.toEmployees && to.toStudents && to.toGuardians) return 'Everyone';
  const words = [to.toEmployees && 'employees', to.toStudents && 'students', to.toGuardians && 'guardians'].filter(
    (word) => word !== false,
  );
  const text = words.join(' and ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

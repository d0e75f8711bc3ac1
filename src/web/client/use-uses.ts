import { usePage } from '#ui/hooks/use-page.ts';
import type { Shell } from '../shell.ts';

/** Whether the institution, else any in view, uses this part: a key of `ActorInstitution.uses`. */
export function useUses(key: 'averages' | 'gradePoints', institutionId?: number | null): boolean {
  const { shell } = usePage<{ shell: Shell | null }>().props;
  const wanted = institutionId ?? shell?.institutionId;
  return (shell?.institutions ?? []).some(({ id, uses }) => (!wanted || id === wanted) && uses.includes(key));
}

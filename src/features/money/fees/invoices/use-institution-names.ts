import { usePage } from '#ui/hooks/use-page.ts';
import type { Shell } from '#web/shell.ts';

/** The short names of the user's institutions. */
export function useInstitutionNames(): Map<number, string> {
  const { shell } = usePage<{ shell: Shell | null }>().props;
  return new Map(shell?.institutions.map(({ id, shortName }) => [id, shortName]));
}

import { usePage } from '#ui/hooks/use-page.ts';
import type { Shell } from '#web/shell.ts';

/** Names the institution of a row in a list across institutions; null if there is only one. */
export function useInstitutionName(): ((id: number) => string) | null {
  const { shell } = usePage().props as unknown as { shell: Shell | null };
  if (!shell || shell.institutionId !== null || shell.institutions.length < 2) return null;
  return (id) => shell.institutions.find((institution) => institution.id === id)?.shortName ?? '';
}

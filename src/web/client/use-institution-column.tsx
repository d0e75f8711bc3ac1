import { usePage } from '#ui/hooks/use-page.ts';
import type { Column } from '#ui/lists/data-table.tsx';
import type { Shell } from '../shell.ts';

/** The institutions, if several are in view. */
function useSeveral() {
  const { shell } = usePage().props as unknown as { shell: Shell | null };
  return !shell || shell.institutionId !== null || shell.institutions.length < 2 ? null : shell.institutions;
}

/** Names the institution of a row in a list across institutions; null if there is only one. */
export function useInstitutionName(): ((id: number) => string) | null {
  const several = useSeveral();
  return several && ((id) => several.find((institution) => institution.id === id)?.shortName ?? '');
}

/** Names what a choice over several institutions belongs to: 'First Term, 2026/2027, Zuma View'. */
export function useWithInstitution(): (name: string, institutionId: number) => string {
  const several = useSeveral();
  return (name, institutionId) => {
    const institution = several?.find(({ id }) => id === institutionId);
    return institution ? `${name}, ${institution.shortName}` : name;
  };
}

/** Places a column last, but before that of actions. */
export function beforeActions<Row>(columns: Column<Row>[], added: Column<Row>[]): Column<Row>[] {
  const end = columns.at(-1)?.key === 'actions' ? columns.length - 1 : columns.length;
  return columns.toSpliced(end, 0, ...added);
}

/** The column with each row's institution, in a list over several; none if one is in view. */
export function useInstitutionColumn<Row extends { institutionId?: number }>(): Column<Row>[] {
  const several = useSeveral();
  if (!several) return [];
  return [
    {
      key: 'institution',
      title: 'Institution',
      card: 'line',
      wraps: false,
      render: ({ institutionId }) => several.find(({ id }) => id === institutionId)?.shortName,
    },
  ];
}

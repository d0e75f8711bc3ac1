import { usePage } from '@inertiajs/react';
import type { Column } from '#ui/lists/data-table.tsx';
import type { Shell } from '../shell.ts';

/** The column with each row's institution, in a list over several; none if one is in view. */
export function useInstitutionColumn<Row extends { institutionId?: number }>(): Column<Row>[] {
  const { shell } = usePage().props as unknown as { shell: Shell | null };
  if (!shell || shell.institutionId !== null || shell.institutions.length < 2) return [];
  return [
    {
      key: 'institution',
      title: 'Institution',
      card: 'line',
      render: ({ institutionId }) => shell.institutions.find(({ id }) => id === institutionId)?.shortName,
    },
  ];
}

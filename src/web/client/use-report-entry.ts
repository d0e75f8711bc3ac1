import { router } from '@inertiajs/core';
import { usePage } from '#ui/hooks/use-page.ts';
import { flatParameters, queryOf } from '#kernel/list/parameters.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { type Column, columnsInView } from '#ui/lists/data-table/columns.ts';
import { pagesOfMenu, type Shell } from '../shell.ts';

interface Listed<Row> {
  /** The name of the list among those of reports; none if it can’t be one. */
  reportAs: string | undefined;
  /** The table’s, under which its columns are stored. */
  name: string;
  filter: object;
  columns: (Column<Row> | false)[];
}

/** “Save as report” in the menu of a list: with its filters, its order, and the columns in view when it is chosen. */
export function useReportEntry<Row>({ reportAs, name, filter, columns }: Listed<Row>) {
  const address = useAddress();
  const { shell } = usePage().props as unknown as { shell: Shell | null };
  // The menu has the designer, hidden, for people who can design reports.
  const isDesigner = shell && pagesOfMenu(shell.menu).some(({ page }) => page.href === '/reports/new');
  if (!reportAs || !isDesigner) return null;
  const { institution_id: institutionId, ...rest } = flatParameters(filter);
  return {
    label: 'Save as report',
    onSelect: () =>
      router.visit(
        address.href('/reports/new', {
          from: reportAs,
          query: String(queryOf(rest)),
          columns: columnsInView(
            name,
            columns.filter((column) => column !== false),
          )
            .map(({ key }) => key)
            .join(' '),
          ...(institutionId ? { institution_id: String(institutionId) } : {}),
        }),
      ),
  };
}

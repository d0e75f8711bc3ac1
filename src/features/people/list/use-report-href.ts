import { flatParameters, queryOf } from '#kernel/list/parameters.ts';
import { useAddress } from '#ui/hooks/use-address.ts';

/** The address of a new report with the filters of this list. */
export function useReportHref(people: 'students' | 'employees' | 'guardians', filter: object): string {
  const address = useAddress();
  const { institution_id: institutionId, ...rest } = flatParameters(filter);
  return address.href('/reports/new', {
    ...{ from: people, query: String(queryOf(rest)) },
    ...(institutionId ? { institution_id: String(institutionId) } : {}),
  });
}

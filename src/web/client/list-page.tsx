import type { ComponentProps, ReactNode } from 'react';
import { flatParameters } from '#kernel/list/parameters.ts';
import { DataTable, type DataTableProps } from '#ui/lists/data-table.tsx';
import { FilterBar } from '#ui/lists/filter-bar.tsx';
import type { DatesFilterSpec } from '#ui/lists/filter-bar/dates-filter.tsx';
import type { FilterSpec } from '#ui/lists/filter-bar/filter.tsx';
import { optionsOf, type Options } from '#ui/plain/options.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { useMoreRows } from '#ui/lists/use-more-rows.ts';
import { beforeActions, useInstitutionColumn } from './use-institution-column.tsx';
import { useReportEntry } from './use-report-entry.ts';

/** A filter of the page. Its value is in the address: for a date range under `key` and `endKey`. */
export interface ListFilter extends Pick<FilterSpec, 'key' | 'label' | 'hint' | 'pinned' | 'search' | 'type'> {
  options?: Options;
  endKey?: string;
  presets?: DatesFilterSpec['presets'];
}

/** The props of every list. */
interface ListData<Row> {
  rows: Row[];
  next: string | null;
  filter: object;
  isFiltered: boolean;
  /** The parameter to offer for removal if there are no results. */
  dropFirst: string | null;
  total?: number;
}

type Header = Omit<ComponentProps<typeof PageHeader>, 'count'>;
type Table<Row> = Pick<
  DataTableProps<Row>,
  'columns' | 'rowHref' | 'rowInModal' | 'rowLabel' | 'selection' | 'view' | 'empty' | 'tour'
>;

export interface ListFrameProps<Row> extends ListData<Row>, Header, Table<Row> {
  /** The key under which the chosen columns are stored. */
  name: string;
  /** The list that reports know it as, to save it as one. */
  reportAs?: string;
  search?: { label: string; placeholder?: string };
  filters?: ListFilter[];
  /** Between the title and the filters. */
  tabs?: ReactNode;
  /** Shown beside the filters. */
  tools?: ReactNode;
  /** The position of the institution column: last by default; null for rows without an institution. */
  institutionAt?: number | null;
  onMore?: () => void;
  loadingMore?: boolean;
}

type Listed = { id: number; institutionId?: number };

/** A complete list page: header, filters, rows with paging, and a suggestion if there are no results. */
export function ListPage<Row extends Listed>(page: Omit<ListFrameProps<Row>, 'onMore' | 'loadingMore'>) {
  const { rows, more, loading } = useMoreRows(page);
  return <ListFrame {...page} rows={rows} onMore={more} loadingMore={loading} />;
}

/** The same for rows that the page itself holds. */
export function ListFrame<Row extends Listed>(page: ListFrameProps<Row>) {
  const { title, total, columns, institutionAt, search, tools, more = [] } = page;
  const address = useAddress();
  const institution = useInstitutionColumn<Row>();
  const asReport = useReportEntry({ ...page, reportAs: page.reportAs });
  const values = flatParameters(page.filter) as Record<string, string | undefined>;
  const filters = (page.filters ?? []).map((filter) => withValue(filter, values)).filter(isOffered);
  return (
    <>
      <PageHeader {...page} count={total} more={[...more, asReport]} />
      {page.tabs}
      <DataTable
        {...page}
        caption={title}
        columns={
          institutionAt === null
            ? columns
            : institutionAt === undefined
              ? beforeActions(columns, institution)
              : columns.toSpliced(institutionAt, 0, ...institution)
        }
        sort={values['sort']}
        sortHref={(sort) => address.here({ sort })}
        filtered={page.isFiltered}
        dropFilter={removalOf(page.dropFirst, filters, address)}
        toolbar={
          (search || filters.length > 0) && (
            <FilterBar search={search && { ...search, value: values['q'] }} filters={filters}>
              {tools}
            </FilterBar>
          )
        }
      />
    </>
  );
}

function withValue({ endKey, options, ...filter }: ListFilter, values: Record<string, string | undefined>) {
  const value = [values[filter.key]].flat()[0];
  if (endKey)
    return { ...filter, type: 'dates', value, end: { key: endKey, value: values[endKey] } } as DatesFilterSpec;
  return { ...filter, value, options: options && optionsOf(options, value) };
}

/** A filter without values, such as an empty lookup list, is not offered. */
const isOffered = ({ pinned, value, search, options }: FilterSpec) =>
  Boolean(pinned || value || search || !options || options.length > 0);

/** What to remove if there are no results: the most specific filter, otherwise all defaults. */
function removalOf(
  key: string | null,
  filters: (FilterSpec | DatesFilterSpec)[],
  address: ReturnType<typeof useAddress>,
) {
  if (key === null) return { label: 'Remove all filters', href: address.href(address.url.split('?', 1)[0]!) };
  const found = filters.find((filter) => filter.key === key || ('end' in filter && filter.end?.key === key));
  const label = key === 'q' ? 'Clear search' : `Remove the ${found ? `${found.label} ` : ''}filter`;
  return { label, href: address.here({ [key]: null }) };
}

import { type ComponentType, type ReactNode, useRef } from 'react';
import { Button } from '../button.tsx';
import { count } from '../format.ts';
import { type Column, firstView, type Id, isShown, keyOfView, primaryOf } from './data-table/columns.ts';
import { RowCards } from './data-table/row-cards.tsx';
import { type RowsProps, RowTable } from './data-table/row-table.tsx';
import { useRowKeys } from './data-table/use-row-keys.ts';
import { useSelection } from './data-table/use-selection.ts';
import { ViewOptions } from './data-table/view-options.tsx';
import { NothingMatches, SkeletonRows } from '../states.tsx';
import { NARROW, useMedia } from '../hooks/use-media.ts';
import { useStored } from '../hooks/use-stored.ts';
import classes from './data-table/data-table.module.css';

export type { Column } from './data-table/columns.ts';

export interface DataTableProps<Row> {
  /** The key under which columns and density are stored. */
  name: string;
  /** The accessible name of the table. */
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  rowId?: (row: Row) => Id;
  rowHref?: (row: Row) => string;
  /** Opens the row's page in a modal over the list. */
  rowInModal?: boolean;
  /** The accessible name of the row's checkbox. */
  rowLabel?: (row: Row) => string;
  selection?: { selected: ReadonlySet<number>; onChange: (next: Set<number>) => void };
  /** 'name' or '-name'. */
  sort?: string;
  sortHref?: (sort: string) => string;
  total?: number;
  onMore?: () => void;
  loadingMore?: boolean;
  loading?: boolean;
  toolbar?: ReactNode;
  /** Shown if there is no data at all. */
  empty?: ReactNode;
  /** Whether the list is filtered: an empty list then means no results. */
  filtered?: boolean;
  dropFilter?: { label: string; href: string };
  /** Renders the rows instead of the table, for another view. */
  view?: ComponentType<RowsProps<Row>>;
  /** Inside another card, without its own border. */
  flush?: boolean;
  /** The `data-tour` of the table for help tours. */
  tour?: string;
}

/** The table of the product: sorting, selection, column choice, load more; cards on a phone. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    columns,
    rows,
    rowId = (row) => (row as { id: number }).id,
    toolbar,
    loading,
    filtered,
    onMore,
    loadingMore,
    total,
  } = props;
  const [view, setView] = useStored(keyOfView(props.name), firstView(columns));
  const narrow = useMedia(NARROW);
  const container = useRef<HTMLDivElement>(null);
  const ids = rows.map(rowId);
  const ticks = useSelection(ids, props.selection as Parameters<typeof useSelection>[1]);
  useRowKeys({
    container,
    onTick: ticks ? (index, range) => ticks.toggle(ids[index]!, range) : undefined,
    onEnd: onMore,
  });

  const primary = primaryOf(columns);
  const shown = columns.filter((c) => c === primary || isShown(c, view));
  const body = { ...props, columns: shown, primary, ids, ticks, density: view.density };
  const Rows = props.view ?? (narrow ? RowCards : RowTable);
  return (
    <div className={classes.area} ref={container} data-tour={props.tour}>
      {toolbar && (
        <div className={classes.toolbar}>
          <div className={classes.tools}>{toolbar}</div>
          {Rows === RowTable && rows.length > 0 && (
            <div className="no-print">
              <ViewOptions columns={columns} primary={primary} view={view} onChange={setView} />
            </div>
          )}
        </div>
      )}
      {loading ? (
        <SkeletonRows />
      ) : rows.length > 0 ? (
        <Rows {...body} />
      ) : filtered ? (
        <NothingMatches drop={props.dropFilter} />
      ) : (
        props.empty
      )}
      {rows.length > 0 && !loading && (onMore || total !== undefined) && (
        <div className={classes.foot}>
          <span role="status">
            {total === undefined || total <= rows.length
              ? `${count(rows.length)} shown`
              : `${count(rows.length)} of ${count(total)} shown`}
          </span>
          {onMore && (
            <Button small loading={loadingMore} onClick={onMore}>
              Load more
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

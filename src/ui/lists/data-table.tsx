import { type ComponentType, type ReactNode, useRef, lazy, Suspense, type RefObject, Fragment, useId } from 'react';
import { Button } from '../button.tsx';
import { count } from '../format.ts';
import { type Column, firstView, type Id, isShown, keyOfView, primaryOf } from './data-table/columns.ts';
import { type RowsProps, RowTable, openRow } from './data-table/row-table.tsx';
import { useSelection } from './data-table/use-selection.ts';
import { NothingMatches, SkeletonRows } from '../states.tsx';
import { NARROW, useMedia } from '../hooks/use-media.ts';
import { useStored } from '../hooks/use-stored.ts';
import classes from './data-table/data-table.module.css';
import { IconAdjustmentsHorizontal } from '../icons.tsx';
import { Popover } from '../overlays/popover.tsx';
import type { ViewOptionsProps } from './data-table/view-choices.tsx';
import { useHotkeys } from '../hooks/use-hotkeys.ts';
import { Link } from '../link.tsx';
import { cx } from '../cx.ts';
import { opensModal } from '../overlays/modal.ts';
import { AllBox, RowBox } from './data-table/tick-box.tsx';

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
          <div className="grow">{toolbar}</div>
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

// Loaded when opened, so that the list does not wait for it.
const ViewChoices = lazy(() => import('./data-table/view-choices.tsx')) as <Row>(
  options: ViewOptionsProps<Row>,
) => ReactNode;

/** Column choice and row density, remembered on this device. */
const ViewOptions = <Row,>(options: ViewOptionsProps<Row>) => (
  <span className="contents" data-tour="view-options">
    <Popover label="View options" trigger={<IconAdjustmentsHorizontal />}>
      <Suspense fallback="Loading…">
        <ViewChoices {...options} />
      </Suspense>
    </Popover>
  </span>
);

interface RowKeys {
  container: RefObject<HTMLElement | null>;
  onTick?: (index: number, range: boolean) => void;
  onEnd?: () => void;
}

const LINK = '[data-row-link]';

/** j and k move between rows, x ticks, Enter opens the focused row, End loads more. */
function useRowKeys({ container, onTick, onEnd }: RowKeys) {
  const rows = () => [...(container.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  const at = () => rows().findIndex((row) => row.contains(document.activeElement));
  const go = (index: number) => {
    const row = rows()[index];
    (row?.querySelector<HTMLElement>(LINK) ?? row)?.focus();
    row?.scrollIntoView({ block: 'nearest' });
  };
  useHotkeys({
    j: () => go(Math.min(at() + 1, rows().length - 1)),
    k: () => go(Math.max(at() - 1, 0)),
    x: (event) => at() >= 0 && onTick?.(at(), event.shiftKey),
    X: () => at() >= 0 && onTick?.(at(), true),
    End: () => onEnd?.(),
  });
}

/** Rows as two-line cards: name and status, then distinguishing details. */
function RowCards<Row>({
  caption,
  columns,
  primary,
  rows,
  ids,
  ticks,
  rowHref,
  rowInModal,
  rowLabel,
  flush,
}: RowsProps<Row>) {
  const base = useId();
  const others = columns.filter((c) => c !== primary);
  const chosen = others.filter((c) => c.card === 'line');
  const line = chosen.length ? chosen : others.filter((c) => !c.card).slice(0, 2);
  const asides = others.filter((c) => c.card === 'aside');
  const figures = others.filter((c) => c.card === 'figure');
  const below = others.find((c) => c.card === 'below');
  return (
    <div className={cx(classes.box, !flush && classes.card)}>
      {ticks && (
        <label className={classes.all} htmlFor={`${base}-all`}>
          <AllBox ticks={ticks} inputId={`${base}-all`} /> Select all shown
        </label>
      )}
      <ul aria-label={caption}>
        {rows.map((row, index) => {
          const id = ids[index]!;
          const href = rowHref?.(row);
          const title = primary.render(row);
          return (
            // Keyboards and screen readers use the link inside; the card only enlarges its target.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
            <li
              key={id}
              data-row
              data-tour={index === 0 ? 'first-row' : undefined}
              className={cx(classes.item, ticks?.has(id) && classes.ticked)}
              onClick={(event) => openRow(event, href, rowInModal)}
            >
              {ticks && (
                <label className={classes.touch} htmlFor={`${base}-${id}`}>
                  <RowBox
                    inputId={`${base}-${id}`}
                    ticks={ticks}
                    id={id}
                    label={rowLabel?.(row) ?? `row ${index + 1}`}
                  />
                </label>
              )}
              <div className={classes.words}>
                <div className={classes.first}>
                  {href ? (
                    <Link href={href} data-row-link onClick={rowInModal ? opensModal : undefined}>
                      {title}
                    </Link>
                  ) : (
                    <strong>{title}</strong>
                  )}
                  {asides.length > 0 && (
                    <span className={classes.asides}>
                      {asides.map((column) => (
                        <span key={column.key} data-tour={index === 0 ? column.tour : undefined}>
                          {column.render(row)}
                        </span>
                      ))}
                    </span>
                  )}
                </div>
                <div className={cx(classes.second, 'tabular')}>
                  {figures.map(({ key, title, render }) => {
                    const value = render(row);
                    return isNothing(value) ? null : (
                      <span key={key} className={classes.figure}>
                        {title} <b>{value}</b>
                      </span>
                    );
                  })}
                  {line.map((column) => {
                    const value = column.render(row);
                    return isNothing(value) ? null : (
                      // The space lets a line end between two values that stay whole.
                      <Fragment key={column.key}>
                        <span
                          className={column.numeric || column.wraps === false ? classes.whole : undefined}
                          data-tour={index === 0 ? column.tour : undefined}
                        >
                          {value}
                        </span>{' '}
                      </Fragment>
                    );
                  })}
                </div>
                {below?.render(row)}
              </div>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

const isNothing = (value: ReactNode) => value === null || value === '' || value === undefined;

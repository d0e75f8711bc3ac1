import { router } from '@inertiajs/core';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { openModal, opensModal } from '../../overlays/modal.ts';
import type { SelectionState } from './use-selection.ts';
import { AllBox, RowBox } from './tick-box.tsx';
import { Link } from '../../link.tsx';
import { cx } from '../../cx.ts';
import { nextSort, type Column, type Density, type Id } from './columns.ts';
import classes from './data-table.module.css';
import { IconArrowDown, IconArrowUp } from '../../icons.tsx';

export interface RowsProps<Row> {
  caption: string;
  columns: Column<Row>[];
  primary: Column<Row>;
  rows: Row[];
  ids: Id[];
  ticks: SelectionState | null;
  density: Density;
  rowHref?: (row: Row) => string;
  rowInModal?: boolean;
  rowLabel?: (row: Row) => string;
  sort?: string;
  sortHref?: (sort: string) => string;
  flush?: boolean;
}

/** Whether the table is wider than its container: it then scrolls by itself, and its header is not sticky to the page. */
function useOverflow() {
  const box = useRef<HTMLDivElement>(null);
  const [wide, setWide] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () => setWide((element.firstElementChild as HTMLElement).scrollWidth > element.clientWidth + 1);
    const observer = new ResizeObserver(look);
    observer.observe(element);
    // Content that arrives later can widen it too.
    observer.observe(element.firstElementChild!);
    look();
    return () => observer.disconnect();
  });
  return { box, wide };
}

/** Opens the row, unless the press hit a control or ended a text selection. */
export function openRow(event: MouseEvent<HTMLElement>, href: string | undefined, inModal = false) {
  if (!href || (event.target as Element).closest('a,button,input,label,select') || String(getSelection())) return;
  if (event.ctrlKey || event.metaKey) window.open(href, '_blank', 'noopener');
  else if (inModal) openModal(href);
  else router.visit(href);
}

/** A table with sticky header and first column; the whole row is a link. */
export function RowTable<Row>(props: RowsProps<Row>) {
  const { caption, columns, primary, rows, ids, ticks, density, rowHref, rowInModal, rowLabel, flush } = props;
  const { box, wide } = useOverflow();
  return (
    <div
      className={cx(classes.box, !flush && classes.card)}
      ref={box}
      data-wide={wide}
      tabIndex={wide ? 0 : undefined}
      role={wide ? 'region' : undefined}
      aria-label={wide ? caption : undefined}
    >
      <table className={classes.table} data-density={density} data-ticks={ticks !== null}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {ticks && (
              <th scope="col" className={cx(classes.head, classes.tick)}>
                <AllBox ticks={ticks} label={`Select all ${caption.toLowerCase()} shown`} />
              </th>
            )}
            {columns.map((column) => (
              <Head
                key={column.key}
                column={column}
                naming={column === primary}
                sort={props.sort}
                sortHref={props.sortHref}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => {
            const id = ids[index]!;
            const href = rowHref?.(row);
            return (
              <tr
                key={id}
                data-row
                data-tour={index === 0 ? 'first-row' : undefined}
                className={cx(href && classes.open, ticks?.has(id) && classes.ticked)}
                onClick={(event) => openRow(event, href, rowInModal)}
                tabIndex={href ? undefined : -1}
              >
                {ticks && (
                  <td className={classes.tick}>
                    <RowBox ticks={ticks} id={id} label={rowLabel?.(row) ?? `row ${index + 1}`} />
                  </td>
                )}
                {columns.map((column) => {
                  const name = cx(
                    column.align === 'end' && classes.end,
                    column.wraps && classes.wraps,
                    (column.wraps === false || column.clipped) && classes.whole,
                    column.clipped && classes.clipped,
                    (column.numeric || column.align === 'end') && 'tabular',
                  );
                  const value = column.render(row);
                  if (column !== primary)
                    return (
                      <td
                        key={column.key}
                        className={name}
                        title={column.clipped ? String(value ?? '') || undefined : undefined}
                      >
                        {value}
                      </td>
                    );
                  return (
                    <th key={column.key} scope="row" className={cx(classes.primary, name)}>
                      {href ? (
                        <Link href={href} data-row-link onClick={rowInModal ? opensModal : undefined}>
                          {value}
                        </Link>
                      ) : (
                        <span>{value}</span>
                      )}
                    </th>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

interface HeadProps<Row> {
  column: Column<Row>;
  naming: boolean;
  sort?: string;
  sortHref?: (sort: string) => string;
}

function Head<Row>({ column, naming, sort, sortHref }: HeadProps<Row>) {
  const down = column.descending ?? sort === `-${column.key}`;
  const on = down || sort === column.key;
  const name = cx(classes.head, naming && classes.naming, column.align === 'end' && classes.end);
  // A column of buttons has no head to read out.
  // oxlint-disable-next-line jsx-a11y/control-has-associated-label
  if (column.title === '') return <td className={name} style={{ width: column.width }} data-tour={column.tour} />;
  if (!column.sortable || !sortHref)
    return (
      <th
        scope="col"
        className={cx(name, down && classes.sorted)}
        style={{ width: column.width }}
        data-tour={column.tour}
        aria-sort={down ? 'descending' : undefined}
      >
        {column.title}
        {down && <IconArrowDown size={14} />}
      </th>
    );
  return (
    <th
      scope="col"
      className={name}
      style={{ width: column.width }}
      data-tour={column.tour}
      aria-sort={on ? (down ? 'descending' : 'ascending') : undefined}
    >
      <Link
        href={sortHref(nextSort(column.key, sort))}
        preserveState
        preserveScroll
        className={cx(classes.sort, on && classes.sorted)}
      >
        {column.title}
        {down ? <IconArrowDown size={14} /> : <IconArrowUp size={14} />}
      </Link>
    </th>
  );
}

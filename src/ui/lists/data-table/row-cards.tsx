import { Link } from '../../link.tsx';
import { Fragment, useId } from 'react';
import { cx } from '../../cx.ts';
import { opensModal } from '../../overlays/modal.ts';
import type { RowsProps } from './row-table.tsx';
import { openRow } from './row-table.tsx';
import { AllBox, RowBox } from './tick-box.tsx';
import classes from './data-table.module.css';

/** Rows as two-line cards: name and status, then distinguishing details. */
export function RowCards<Row>({
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
                  {line.map((column) => {
                    const value = column.render(row);
                    return value === null || value === '' || value === undefined ? null : (
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

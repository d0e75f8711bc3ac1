import { router } from '@inertiajs/core';
import { Fragment, type KeyboardEvent, type ReactNode } from 'react';
import { cx } from '../cx.ts';
import { IconCheck, IconDots } from '../icons.tsx';
import { openModal } from './modal.ts';
import { Popover } from './popover.tsx';
import classes from './menu.module.css';
import type { Column } from '../lists/data-table/columns.ts';

export interface MenuItem {
  label: string;
  href?: string;
  /** Loads without a page swap. */
  external?: boolean;
  /** Opens the page in a modal. */
  modal?: boolean;
  onSelect?: () => void;
  icon?: ReactNode;
  hint?: string;
  tone?: 'bad';
  /** Whether this choice of a group is the current one. */
  checked?: boolean;
  /** Starts a group, with an optional heading. */
  group?: string | true;
}

interface MenuProps {
  label: string;
  /** Those that aren't there for this user are false. */
  items: (MenuItem | false | null | undefined)[];
  trigger?: ReactNode;
  triggerClass?: string;
  /** Shown above the items. */
  header?: ReactNode;
}

/** The last column of a table: what can be done with a row. */
export const menuColumn = <Row extends { name: string }>(items: (row: Row) => MenuProps['items']): Column<Row> => ({
  key: 'actions',
  title: 'Actions',
  card: 'aside',
  hideable: false,
  width: 56,
  render: (row) => <Menu label={`Actions for ${row.name}`} items={items(row)} />,
});

const itemsOf = (element: Element) => [...element.querySelectorAll<HTMLElement>('[role^=menuitem]')];

/** Arrow keys, Home, End and letters move; Tab leaves. */
function move(event: KeyboardEvent<HTMLDivElement>, close: () => void) {
  const items = itemsOf(event.currentTarget);
  const at = items.indexOf(document.activeElement as HTMLElement);
  const to =
    event.key === 'ArrowDown'
      ? (at + 1) % items.length
      : event.key === 'ArrowUp'
        ? (at - 1 + items.length) % items.length
        : event.key === 'Home'
          ? 0
          : event.key === 'End'
            ? items.length - 1
            : event.key.length === 1 && event.key !== ' '
              ? items.findIndex((item) => item.textContent?.trim().toLowerCase().startsWith(event.key.toLowerCase()))
              : -1;
  if (event.key === 'Tab') close();
  if (to < 0) return;
  event.preventDefault();
  items[to]?.focus();
}

/** A button with a menu of actions or choices. */
export function Menu({ label, items, trigger = <IconDots />, triggerClass, header }: MenuProps) {
  return (
    <Popover
      label={label}
      trigger={trigger}
      triggerClass={triggerClass}
      role="menu"
      onKeyDown={move}
      onOpen={(panel) =>
        (itemsOf(panel).find((item) => item.getAttribute('aria-checked') === 'true') ?? itemsOf(panel)[0])?.focus()
      }
    >
      {(close) => (
        <>
          {header && (
            <div className={classes.header} role="presentation">
              {header}
            </div>
          )}
          {items
            .filter((item) => !!item)
            .map((item) => (
              <Fragment key={item.label}>
                {item.group && (
                  <div
                    role="separator"
                    className={classes.group}
                    aria-label={item.group === true ? undefined : item.group}
                  >
                    {item.group !== true && item.group}
                  </div>
                )}
                <Item item={item} close={close} />
              </Fragment>
            ))}
        </>
      )}
    </Popover>
  );
}

function Item({ item, close }: { item: MenuItem; close: () => void }) {
  const props = {
    role: item.checked === undefined ? 'menuitem' : 'menuitemradio',
    'aria-checked': item.checked,
    tabIndex: -1,
    className: cx(classes.item, item.tone === 'bad' && classes.bad),
  };
  const inside = (
    <>
      {item.icon}
      <span className={classes.label}>{item.label}</span>
      {item.hint && <span className={classes.hint}>{item.hint}</span>}
      {item.checked && <IconCheck size={16} />}
    </>
  );
  if (!item.href)
    return (
      <button
        type="button"
        {...props}
        onClick={() => {
          close();
          item.onSelect?.();
        }}
      >
        {inside}
      </button>
    );
  return (
    <a
      href={item.href}
      {...props}
      onClick={(event) => {
        // Close after the browser has followed the link: a removed link does not work.
        if (item.external) setTimeout(close);
        if (item.external || event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        close();
        if (item.modal) openModal(item.href!);
        else router.visit(item.href!);
      }}
    >
      {inside}
    </a>
  );
}

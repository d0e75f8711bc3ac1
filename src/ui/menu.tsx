import { router } from '@inertiajs/react';
import { Fragment, type KeyboardEvent, type ReactNode } from 'react';
import { cx } from './cx.ts';
import { IconCheck, IconDots } from './icons.tsx';
import { openModal } from './modal.ts';
import { Popover } from './popover.tsx';
import classes from './menu.module.css';

export interface MenuItem {
  label: string;
  href?: string;
  /** A file or a page outside the swap. */
  external?: boolean;
  /** The page opens over the one in view. */
  modal?: boolean;
  onSelect?: () => void;
  icon?: ReactNode;
  hint?: string;
  tone?: 'bad';
  /** One of a group of choices: true for the one in force. */
  checked?: boolean;
  /** A line above, with a heading when one is given. */
  group?: string | true;
}

interface MenuProps {
  label: string;
  items: MenuItem[];
  trigger?: ReactNode;
  triggerClass?: string;
  /** Shown above the items, not part of the choice. */
  header?: ReactNode;
}

const itemsOf = (element: Element) => [...element.querySelectorAll<HTMLElement>('[role^=menuitem]')];

/** Arrows, Home, End and first letters move; Tab leaves. */
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

/** A button that opens a list of actions or choices. */
export function Menu({ label, items, trigger = <IconDots />, triggerClass, header }: MenuProps) {
  return (
    <Popover
      label={label}
      trigger={trigger}
      triggerClass={triggerClass}
      role="menu"
      onKeyDown={move}
      onOpen={(panel) => (itemsOf(panel).find((item) => item.ariaChecked === 'true') ?? itemsOf(panel)[0])?.focus()}
    >
      {(close) => (
        <>
          {header && (
            <div className={classes.header} role="presentation">
              {header}
            </div>
          )}
          {items.map((item) => (
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
        // A download leaves the page standing; a link that is gone before the browser follows it leads nowhere.
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

import { createContext, type KeyboardEvent, type ReactNode, Suspense, useContext, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../button.tsx';
import { count as number } from '../format.ts';
import { useHotkeys } from '../hooks/use-hotkeys.ts';
import { Kbd } from '../kbd.tsx';
import { useNextInOrder } from './next-in-order.ts';
import classes from './bulk-bar.module.css';

/** Where the bar shows a message of its actions. */
const Messages = createContext<HTMLElement | null>(null);

const CONTROL = ':is(button, select, a[href], input:not([type=hidden])):not(:disabled)';
/** What the actions need to know first: the class arm of an assignment. */
const FIELD = ':is(select, [role=combobox]):not(:disabled)';
const TICKED = '[data-row] input[type=checkbox]:checked';

/**
 * Actions for ticked rows, shown while at least one is ticked (4.12). `b` leads to them from the rows, Escape back; Tab
 * comes by after the row that was ticked last. Actions that are loaded first are waited for, so that it never grows.
 */
export function BulkBar({ count, onClear, children }: { count: number; onClear: () => void; children: ReactNode }) {
  const bar = useRef<HTMLElement>(null);
  const from = useRef<Element | null>(null);
  const [messages, setMessages] = useState<HTMLElement | null>(null);
  useNextInOrder(bar, count);
  useHotkeys({
    b: (event) => {
      const first = bar.current?.querySelector<HTMLElement>(FIELD) ?? bar.current?.querySelector<HTMLElement>(CONTROL);
      if (!first) return;
      // Otherwise the letter lands in the first field.
      event.preventDefault();
      from.current = document.activeElement;
      first.focus();
    },
  });
  const goBack = () => {
    const isThere = from.current?.isConnected && from.current.closest('[data-row]');
    const row = isThere ? from.current : document.querySelector(TICKED);
    (row as HTMLElement | null)?.focus({ preventScroll: true });
  };
  const leave = (event: KeyboardEvent<HTMLElement>) => {
    // Escape closes what an action has opened first.
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    if ((event.target as Element).closest('dialog, [data-popover]')) return;
    event.preventDefault();
    goBack();
  };
  return (
    <>
      <p className="visually-hidden" role="status">
        {count > 0 && `${number(count)} selected. Press B for the actions.`}
      </p>
      {count > 0 && (
        <Suspense>
          {/* Keys that nothing inside has used. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
          <section
            className={classes.bar}
            aria-label="Actions for selected rows"
            ref={bar}
            onKeyDown={leave}
            data-bulk-bar=""
          >
            <div className={classes.message} ref={setMessages} />
            <span className={classes.count}>{number(count)} selected</span>
            <span aria-hidden className={classes.key} data-tooltip="Press B to go to these actions, Esc to go back">
              <Kbd>b</Kbd>
            </span>
            <div className={classes.actions}>
              <Messages value={messages}>{children}</Messages>
            </div>
            <Button
              tone="plain"
              onClick={() => {
                goBack();
                onClear();
              }}
            >
              Clear
            </Button>
          </section>
        </Suspense>
      )}
    </>
  );
}

/** Why an action of the bar was refused: a line of its own above the actions, which keep their places. */
export function BulkRefusal({ children }: { children: ReactNode }) {
  const place = useContext(Messages);
  return children && place ? createPortal(<p role="alert">{children}</p>, place) : null;
}

/** What an action of the bar would bring with it, in the place of refusals. */
export function BulkNote({ children }: { children: ReactNode }) {
  const place = useContext(Messages);
  return place ? createPortal(<p role="status">{children}</p>, place) : null;
}

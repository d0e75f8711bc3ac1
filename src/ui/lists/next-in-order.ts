import { type RefObject, useEffect, useRef } from 'react';

const CONTROL =
  ':is(a[href], button, select, textarea, input:not([type=hidden]), [tabindex]):not(:disabled, [tabindex="-1"])';

/** What Tab stops at within a part of the page, in its order. */
const controlsIn = (part: Element): HTMLElement[] =>
  [...part.querySelectorAll<HTMLElement>(CONTROL)].filter((control) => control.checkVisibility?.() ?? true);

/**
 * Puts the bar after the row that was ticked last: Tab leads from the end of that row into the bar and from its end to
 * the next row, Shift+Tab the same way back. In the document the bar is behind all rows.
 */
export function useNextInOrder(bar: RefObject<HTMLElement | null>, count: number): void {
  const ticked = useRef<Element | null>(null);
  useEffect(() => {
    ticked.current = document.activeElement?.closest('[data-row]') ?? null;
  }, [count]);
  useEffect(() => {
    const onTab = (event: KeyboardEvent) => {
      if (event.key !== 'Tab' || event.defaultPrevented || !bar.current) return;
      const row = ticked.current;
      if (!row?.isConnected || !row.querySelector('input[type=checkbox]:checked')) return;
      const next = neighbour(event.shiftKey, row, bar.current);
      if (!next) return;
      event.preventDefault();
      next.focus();
    };
    document.addEventListener('keydown', onTab);
    return () => document.removeEventListener('keydown', onTab);
  }, [bar]);
}

function neighbour(isBack: boolean, row: Element, bar: Element): HTMLElement | undefined {
  const here = document.activeElement;
  const rows = [...document.querySelectorAll('[data-row]')];
  const below = rows[rows.indexOf(row) + 1];
  const [ofRow, ofBar, ofNext] = [controlsIn(row), controlsIn(bar), below ? controlsIn(below) : []];
  if (isBack) {
    if (here === ofBar[0]) return ofRow.at(-1);
    return here === ofNext[0] ? ofBar.at(-1) : undefined;
  }
  if (here === ofRow.at(-1)) return ofBar[0];
  return here === ofBar.at(-1) ? ofNext[0] : undefined;
}

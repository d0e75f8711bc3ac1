import type { KeyboardEvent } from 'react';

/** Arrow keys, Home and End in a grid of buttons. */
export function moveInGrid(event: KeyboardEvent<HTMLElement>, columns: number): void {
  const cells = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button:enabled')];
  const at = cells.indexOf(document.activeElement as HTMLButtonElement);
  const to = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at - columns,
    ArrowDown: at + columns,
    Home: 0,
    End: cells.length - 1,
  }[event.key];
  if (at < 0 || to === undefined) return;
  event.preventDefault();
  cells[to]?.focus();
}

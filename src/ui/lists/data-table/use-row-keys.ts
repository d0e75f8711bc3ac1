import type { RefObject } from 'react';
import { useHotkeys } from '../../hooks/use-hotkeys.ts';

interface RowKeys {
  container: RefObject<HTMLElement | null>;
  onTick?: (index: number, range: boolean) => void;
  onEnd?: () => void;
}

const LINK = '[data-row-link]';

/** j and k move between rows, x ticks, Enter opens the focused row, End loads more. */
export function useRowKeys({ container, onTick, onEnd }: RowKeys) {
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

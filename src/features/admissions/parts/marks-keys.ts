import type { ClipboardEvent, KeyboardEvent } from 'react';

const steps: Record<string, [rows: number, columns: number]> = {
  Enter: [1, 0],
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Enter and the arrows go from cell to cell; sideways only from the end of the text. Tab is the browser's. */
export function moveInGrid(event: KeyboardEvent<HTMLTableElement>): void {
  const input = event.target;
  if (!(input instanceof HTMLInputElement)) return;
  const step = steps[event.key];
  if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
  const [down, right] = event.key === 'Enter' && event.shiftKey ? [-1, 0] : step;
  const isAll = input.selectionStart === 0 && input.selectionEnd === input.value.length;
  const edge = right < 0 ? 0 : input.value.length;
  if (right !== 0 && !isAll && (input.selectionStart !== edge || input.selectionEnd !== edge)) return;
  event.preventDefault();
  neighbour(input, down, right)?.focus();
}

/** A copied block fills cells to the right and below. */
export function pasteInGrid(
  event: ClipboardEvent<HTMLTableElement>,
  type: (input: HTMLInputElement, text: string) => void,
): void {
  const input = event.target;
  const block = event.clipboardData.getData('text/plain').replace(/\r?\n$/, '');
  if (!(input instanceof HTMLInputElement) || !/[\t\n]/.test(block) || input.readOnly) return;
  event.preventDefault();
  for (const [down, line] of block.split(/\r?\n/).entries())
    for (const [right, text] of line.split('\t').entries()) {
      const cell = neighbour(input, down, right);
      if (cell) type(cell, text.trim());
    }
}

function neighbour(input: HTMLInputElement, down: number, right: number): HTMLInputElement | null {
  const cell = input.closest('td');
  const row = cell?.closest('tr');
  const rows = [...(row?.parentElement?.children ?? [])] as HTMLTableRowElement[];
  return rows[rows.indexOf(row!) + down]?.cells[cell!.cellIndex + right]?.querySelector('input') ?? null;
}

import type { ClipboardEvent, KeyboardEvent } from 'react';

const steps: Record<string, [rows: number, columns: number]> = {
  Enter: [1, 0],
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/**
 * Enter and the arrows go from cell to cell; sideways only from the end of the text. Tab is the browser's. `leave` is
 * called above the first row and below the last one, with the column.
 */
export function moveInGrid(
  event: KeyboardEvent<HTMLTableElement>,
  leave: (direction: 1 | -1, column: number) => void,
): void {
  const input = event.target;
  if (!isCell(input)) return;
  const step = steps[event.key];
  if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
  const [down, right] = event.key === 'Enter' && event.shiftKey ? [-1, 0] : step;
  const isAll = input.selectionStart === 0 && input.selectionEnd === input.value.length;
  const edge = (right || down) < 0 ? 0 : input.value.length;
  const isAtEdge = isAll || (input.selectionStart === edge && input.selectionEnd === edge);
  // In a text of several lines the arrows go up and down too.
  const staysInText = right !== 0 || (event.key !== 'Enter' && input instanceof HTMLTextAreaElement);
  if (staysInText && !isAtEdge) return;
  event.preventDefault();
  const cell = input.closest('td')!;
  const row = cell.closest('tr')!;
  const at = [...row.parentElement!.children].indexOf(row) + down;
  const next = inputAt(row.closest('table')!, at, cell.cellIndex + right);
  if (next) next.focus();
  else if (down !== 0) leave(down > 0 ? 1 : -1, cell.cellIndex);
}

/** The input in a row of the body. */
export const inputAt = (
  table: HTMLTableElement,
  at: number,
  column: number,
): HTMLInputElement | HTMLTextAreaElement | null =>
  table.tBodies[0]?.rows[at]?.cells[column]?.querySelector<HTMLInputElement | HTMLTextAreaElement>('input, textarea') ??
  null;

const isCell = (target: unknown): target is HTMLInputElement | HTMLTextAreaElement =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

/** The lines of a copied block that fills cells to the right and below; null if a single value is pasted. */
export function pastedBlock(event: ClipboardEvent<HTMLTableElement>): Block | null {
  const input = event.target;
  const block = event.clipboardData.getData('text/plain').replace(/\r?\n$/, '');
  if (!isCell(input) || !/[\t\n]/.test(block) || input.readOnly) return null;
  event.preventDefault();
  const lines = block.split(/\r?\n/).map((line) => line.split('\t').map((text) => text.trim()));
  return { name: input.dataset['cell']!, lines };
}

export interface Block {
  /** The cell that it was pasted into. */
  name: string;
  lines: string[][];
}

/**
 * The cells that a block fills in a grid of these names, row by row, and how many lines are below the last row. What is
 * beside the grid is left out.
 */
export function filledBy({ name, lines }: Block, names: readonly (readonly string[])[]) {
  const at = names.findIndex((row) => row.includes(name));
  const from = names[at]?.indexOf(name) ?? -1;
  const texts = lines.flatMap((line, down) =>
    line.flatMap((text, right): [string, string][] => {
      const cell = names[at + down]?.[from + right];
      return cell === undefined ? [] : [[cell, text]];
    }),
  );
  return { texts, beyond: Math.max(0, at + lines.length - names.length) };
}

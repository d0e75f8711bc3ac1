import { count, countOf } from '../format.ts';

/** How the values of a grid are typed. Values are compared with `===`. */
export interface Codec<Value> {
  /** Undefined if the text is none. */
  read(text: string): Value | undefined;
  write(value: Value): string;
  /** Of a cell that nobody has filled. */
  empty: Value;
  /** Says what can be typed. */
  hint: string;
  /** Says that nothing is left to save; marks by default. */
  allSaved?: string;
  /** What keeps a value from this cell: such a one is not sent. */
  problemOf?(value: Value, name: string): string | undefined;
}

export interface Cell<Value> {
  text: string;
  /** What the server has, as far as this page knows. */
  was: Value;
  problem?: string;
  /** Somebody else's value, if two differ, and as it is typed. */
  theirs?: Value;
  theirText?: string;
  isSaving?: boolean;
}

/** A change on its way to the server. */
export interface SentValue<Value> {
  name: string;
  value: Value;
  was: Value;
}

/** What the server did not take; `current` is what somebody else entered meanwhile. */
export interface RefusedValue<Value> {
  name: string;
  message: string;
  current?: Value;
}

/** Nothing is wrong with the cell. */
export const settled = { problem: undefined, theirs: undefined, theirText: undefined };

/** Whether the cell has something that the server has not taken. */
export const isUnsaved = <Value>({ text, was, isSaving }: Cell<Value>, codec: Codec<Value>): boolean =>
  isSaving === true || codec.read(text) !== was;

/** What somebody else entered reaches a cell: one that is not saved keeps its text, and is asked about. */
export function told<Value>(cell: Cell<Value>, value: Value, codec: Codec<Value>): Partial<Cell<Value>> | undefined {
  if (cell.isSaving || cell.was === value) return undefined;
  if (!isUnsaved(cell, codec)) return { text: codec.write(value), was: value, ...settled };
  if (cell.theirs === undefined) return undefined;
  return codec.read(cell.text) === value
    ? { was: value, ...settled }
    : { theirs: value, theirText: codec.write(value) };
}

/** What the server said about each value that was sent. */
export function answered<Value>(
  sent: readonly SentValue<Value>[],
  refused: readonly RefusedValue<Value>[],
  codec: Codec<Value>,
  textOf: (name: string) => string,
): Map<string, Partial<Cell<Value>>> {
  const wrong = new Map(refused.map((one) => [one.name, one]));
  return new Map(
    sent.map(({ name, value }): [string, Partial<Cell<Value>>] => {
      const problem = wrong.get(name);
      if (!problem) {
        // Typed again while it was on its way: that stays, and is sent next.
        if (codec.read(textOf(name)) !== value) return [name, { was: value, isSaving: false }];
        // Words are written out: 'a' becomes 'absent'.
        const written = typeof value === 'string' ? { text: codec.write(value) } : {};
        return [name, { was: value, isSaving: false, ...settled, ...written }];
      }
      return [name, { isSaving: false, problem: problem.message, ...theirsOf(problem, codec) }];
    }),
  );
}

const theirsOf = <Value>(refused: RefusedValue<Value>, codec: Codec<Value>): Partial<Cell<Value>> =>
  'current' in refused ? { theirs: refused.current as Value, theirText: codec.write(refused.current as Value) } : {};

/** What keeps a typed text from being sent. */
export function problemIn<Value>(text: string, name: string, codec: Codec<Value>): string | undefined {
  const value = codec.read(text);
  return value === undefined ? codec.hint : codec.problemOf?.(value, name);
}

/** The cells of saved values. */
export const cellsOf = <Value>(saved: ReadonlyMap<string, Value>, codec: Codec<Value>): Map<string, Cell<Value>> =>
  new Map(Array.from(saved, ([name, was]) => [name, { text: codec.write(was), was }]));

/** One line about all cells. */
export function statusOf<Value>(
  cells: ReadonlyMap<string, Cell<Value>>,
  failure: string,
  codec: Codec<Value>,
): { words: string; isBad: boolean } {
  const all = [...cells.values()];
  const wrong = all.filter(({ problem }) => problem).length;
  const open = all.filter((cell) => !cell.problem && isUnsaved(cell, codec)).length;
  if (failure) return { words: `${countOf(open, 'cell')} not saved yet. ${failure}`, isBad: true };
  if (wrong > 0) {
    const rest = open > 0 ? 'The rest is being saved…' : 'The rest is saved.';
    return {
      words: `${count(wrong)} ${wrong === 1 ? 'cell needs' : 'cells need'} your attention. ${rest}`,
      isBad: true,
    };
  }
  return { words: open > 0 ? 'Saving…' : (codec.allSaved ?? 'All marks are saved.'), isBad: false };
}

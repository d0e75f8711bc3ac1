import { count } from '../format.ts';

/** How the values of a grid are typed. Values are compared with `===`. */
export interface Codec<Value> {
  /** Undefined if the text is none. */
  read(text: string): Value | undefined;
  write(value: Value): string;
  /** Of a cell that nobody has filled. */
  empty: Value;
  /** Says what can be typed. */
  hint: string;
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

/** What the server said about each value that was sent. */
export function answered<Value>(
  sent: readonly SentValue<Value>[],
  refused: readonly RefusedValue<Value>[],
  codec: Codec<Value>,
): Map<string, Partial<Cell<Value>>> {
  const wrong = new Map(refused.map((one) => [one.name, one]));
  return new Map(
    sent.map(({ name, value }): [string, Partial<Cell<Value>>] => {
      const problem = wrong.get(name);
      if (!problem) {
        // Words are written out: 'a' becomes 'absent'.
        const written = typeof value === 'string' ? { text: codec.write(value) } : {};
        return [
          name,
          { was: value, isSaving: false, problem: undefined, theirs: undefined, theirText: undefined, ...written },
        ];
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
  if (failure) return { words: `Not saved: ${failure}`, isBad: true };
  if (wrong > 0)
    return {
      words: `${count(wrong)} ${wrong === 1 ? 'cell needs' : 'cells need'} your attention. The rest is saved.`,
      isBad: true,
    };
  const isOpen = all.some(({ text, was, isSaving }) => isSaving || codec.read(text) !== was);
  return { words: isOpen ? 'Saving …' : 'All marks are saved.', isBad: false };
}

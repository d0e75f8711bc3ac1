/** A field that somebody else changed while the form was open, as the server answers it (409). */
export interface FieldConflict {
  /** `phone`, `custom.12`, `terms.3`. */
  field: string;
  /** Null where the form labels the field. */
  label: string | null;
  /** What the record holds now. */
  value: unknown;
  theirs: string;
  yours: string;
  by: { person: string; isYou: boolean; at: string } | null;
}

/** The name under which a form receives them among its errors. */
export const CONFLICTS = 'conflicts';
export type Values = Record<string, unknown>;

/** Values with another one at `phone`, `custom.12` or `fields.12.options.3`; a row that is no more is left out. */
export function withValue(values: Values, field: string, value: unknown): Values {
  const [name = '', ...deeper] = field.split('.');
  if (deeper.length > 0)
    return { ...values, [name]: within(values[name] as Values | undefined, deeper.join('.'), value) };
  return { ...values, [name]: value };
}

function within(rows: Values | undefined, path: string, value: unknown): Values {
  if (value !== null || path.includes('.')) return withValue(rows ?? {}, path, value);
  const { [path]: _, ...others } = rows ?? {};
  return others;
}

/** What values hold at such a place. */
export const valueAt = (values: Values, field: string): unknown =>
  field.split('.').reduce<unknown>((at, name) => (at as Values | null | undefined)?.[name], values);

const kept = new WeakMap<HTMLFormElement, { current: Values | null }>();

/** Remembers with a form the values it was opened with. */
export const keepOpened = (form: HTMLFormElement, opened: { current: Values | null }) => void kept.set(form, opened);

/** The values that a form was opened with: a draft takes them along. */
export const openedIn = (form: HTMLFormElement): Values | null => kept.get(form)?.current ?? null;

/** A draft put back into a form goes on from the values that it was begun on. */
export function reopen(form: HTMLFormElement, opened: Values | null | undefined): void {
  const at = kept.get(form);
  if (at?.current && opened) at.current = opened;
}

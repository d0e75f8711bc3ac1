/** A field that another user changed while the form was open, from a 409 response. */
export interface FieldConflict {
  /** `phone`, `custom.12`, `terms.3`. */
  field: string;
  /** Null if the form has a label for the field. */
  label: string | null;
  /** The current value of the record. */
  value: unknown;
  theirs: string;
  yours: string;
  by: { person: string; isYou: boolean; at: string } | null;
}

/** The key of conflicts among a form's errors. */
export const CONFLICTS = 'conflicts';
export type Values = Record<string, unknown>;

/** Sets a value at `phone`, `custom.12` or `fields.12.options.3`; deleted rows are ignored. */
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

/** Gets the value at such a path. */
export const valueAt = (values: Values, field: string): unknown =>
  field.split('.').reduce<unknown>((at, name) => (at as Values | null | undefined)?.[name], values);

const kept = new WeakMap<HTMLFormElement, { current: Values | null }>();

/** Stores the values that a form was opened with. */
export const keepOpened = (form: HTMLFormElement, opened: { current: Values | null }) => void kept.set(form, opened);

/** The values that a form was opened with, saved with drafts. */
export const openedIn = (form: HTMLFormElement): Values | null => kept.get(form)?.current ?? null;

/** A restored draft compares against the values it was started from. */
export function reopen(form: HTMLFormElement, opened: Values | null | undefined): void {
  const at = kept.get(form);
  if (at?.current && opened) at.current = opened;
}

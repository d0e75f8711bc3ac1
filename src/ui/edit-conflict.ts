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

/** Values with one more at `custom.12` or `phone`; a row of a list that is no more is left out. */
export function withValue(values: Values, field: string, value: unknown): Values {
  const [name = '', id] = split(field);
  if (id === undefined) return { ...values, [name]: value };
  const rows = { ...(values[name] as Values | undefined) };
  if (value === null) delete rows[id];
  else rows[id] = value;
  return { ...values, [name]: rows };
}

/** What values hold at `custom.12` or `phone`. */
export function valueAt(values: Values, field: string): unknown {
  const [name = '', id] = split(field);
  const value = values[name];
  return id === undefined ? value : (value as Values | undefined)?.[id];
}

const split = (field: string) => {
  const dot = field.indexOf('.');
  return dot < 0 ? [field] : [field.slice(0, dot), field.slice(dot + 1)];
};

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

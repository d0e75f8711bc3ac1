import type { ReactNode } from 'react';
import type { FormState } from '#ui/public/fields.tsx';

interface RowsProps {
  state: FormState;
  /** Fields are 'guardians.0.surname'. */
  name: string;
  most: number;
  /** The first so many are open from the start. */
  open: number;
  title(at: number): string;
  children(row: string, at: number): ReactNode;
}

/** Rows of a form: those beyond the first fold away, and open without a script. */
export function Rows({ state, name, most, open, title, children }: RowsProps) {
  return Array.from({ length: most }, (_, at) => {
    const row = `${name}.${at}`;
    const isOf = (field: string) => field.startsWith(`${row}.`);
    const isUsed = Object.entries(state.values).some(([field, value]) => isOf(field) && value.trim() !== '');
    const isOpen = at < open || isUsed || Object.keys(state.errors).some(isOf);
    return isOpen ? (
      <fieldset key={row}>
        <legend>{title(at)}</legend>
        {children(row, at)}
      </fieldset>
    ) : (
      <details className="more-row" key={row}>
        <summary>Add {title(at).toLowerCase()}</summary>
        <fieldset>
          <legend>{title(at)}</legend>
          {children(row, at)}
        </fieldset>
      </details>
    );
  });
}

export interface Option {
  value: string;
  label: string;
  disabled?: boolean;
}

/** The values of a filter: strings, records with an id, labels by value, or options. */
export type Options =
  | readonly (string | { id: number | string; name: string } | Option)[]
  | Readonly<Record<string, string>>
  | undefined;

/** Converts them to select options. The current value is included before the others load. */
export function optionsOf(options: Options = [], value?: string | number | null): Option[] {
  if (!isList(options)) return Object.entries(options).map(([key, label]) => ({ value: key, label }));
  const all = options.map((option) =>
    typeof option === 'string'
      ? { value: option, label: option }
      : 'id' in option
        ? { value: String(option.id), label: option.name }
        : option,
  );
  const isWord = typeof value === 'string' && options.every((option) => typeof option === 'string');
  return isWord && value && !options.includes(value) ? [...all, { value, label: value }] : all;
}

const isList = (options: Exclude<Options, undefined>): options is Extract<Options, readonly unknown[]> =>
  Array.isArray(options);

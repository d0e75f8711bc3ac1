/** What a list already narrows to, as a filter of reports. */
export interface ListRule {
  field: string;
  operator: 'one_of' | 'yes' | 'no' | 'is' | 'more_than' | 'at_least' | 'at_most' | 'filled' | 'empty';
  values: readonly string[];
}

/** What a parameter of a list’s address means in reports. */
export type ListMeaning =
  /** The field with the same values. */
  | string
  | {
      field: string;
      /** The parameter is one end of a range, and belongs to it. */
      end?: 'from' | 'to';
      /** The value that asks for rows without one. */
      missing?: string;
      /** The value that asks for rows with any. */
      filled?: string;
      /** The value is an amount in whole naira that rows exceed. */
      isAbove?: true;
      /** What the list narrows to without the parameter. */
      otherwise?: readonly ListRule[];
    }
  /** A filter for each value, and one for an address without the parameter. */
  | { rules: Readonly<Record<string, readonly ListRule[]>>; otherwise?: readonly ListRule[] }
  /** Reports can’t say it: its label is on the page that the list leads to. */
  | { left: string };

/** A list that can be saved as a report: declared by its feature, beside the fields of reports. */
export interface ReportList {
  /** As its page says in `reportAs`. */
  name: string;
  subject: string;
  filters: Readonly<Record<string, ListMeaning>>;
  /** What the list always narrows to. */
  always?: readonly ListRule[];
  /** The fields that a column of the page shows, by the column’s key. */
  columns: Readonly<Record<string, readonly string[]>>;
  /** The fields of each order that the list has; one that begins with - is descending. */
  sorts?: Readonly<Record<string, readonly string[]>>;
}

/** Parameters of every list, which don’t say which rows there are, or mean the same in each. */
type Common = 'institution_id' | 'academic_session' | 'after' | 'sort' | 'view' | 'q' | 'custom';

/** What a list's address may say. */
export type FilterOf<List extends { Filter: { _output: unknown } }> = List['Filter']['_output'];

/** One for each filter of the list, so that a new filter isn’t forgotten. */
export type MeaningsOf<Filter> = Record<Exclude<keyof Filter & string, Common>, ListMeaning> & {
  academic_session?: ListMeaning;
};

export const isOneOfValues = (field: string, ...values: string[]): ListRule => ({ field, operator: 'one_of', values });
export const isYes = (field: string): ListRule => ({ field, operator: 'yes', values: [] });
export const isNo = (field: string): ListRule => ({ field, operator: 'no', values: [] });

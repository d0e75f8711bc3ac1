import type { ReactNode } from 'react';

export interface Column<Row> {
  key: string;
  title: string;
  render: (row: Row) => ReactNode;
  align?: 'start' | 'end';
  /** Digits of one width, so figures stand under each other. */
  numeric?: boolean;
  sortable?: boolean;
  width?: number | string;
  /** Long words take a second line where the table has no room, rather than push the other columns out of view. */
  wraps?: boolean;
  /** Names the row: sticky, a link when the rows have one, the title of the card on a phone. Default: the first column. */
  primary?: boolean;
  /** May be switched off by the person. Default true, but for the primary one. */
  hideable?: boolean;
  /** Off until switched on. */
  hidden?: boolean;
  /** Off until switched on, for those too who have chosen their columns before it came. */
  optional?: boolean;
  /** Where it stands on a phone: in the second line, at the end of the first, or below both. */
  card?: 'line' | 'aside' | 'below';
  /** The `data-tour` of its heading, where a help tour explains it. */
  tour?: string;
}

export type Id = number | string;
export type Density = 'normal' | 'compact';

export interface View {
  /** Switched off; of the optional ones those that are switched on. */
  hidden: string[];
  density: Density;
}

export const isShown = <Row>({ key, optional }: Column<Row>, { hidden }: View) => hidden.includes(key) === !!optional;

/** The column that names the row. */
export const primaryOf = <Row>(columns: Column<Row>[]) => columns.find((c) => c.primary) ?? columns[0]!;

/** 'name' → '-name' → 'name': what a press on a header asks for. */
export const nextSort = (key: string, sort: string | undefined) => (sort === key ? `-${key}` : key);

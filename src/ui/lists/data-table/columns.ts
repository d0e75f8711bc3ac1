import type { ReactNode } from 'react';
import { stored } from '../../hooks/use-stored.ts';

export interface Column<Row> {
  key: string;
  title: string;
  render: (row: Row) => ReactNode;
  align?: 'start' | 'end';
  /** Tabular digits, so that numbers align. */
  numeric?: boolean;
  sortable?: boolean;
  /** The list is always in the order of this column, the latest first. */
  descending?: boolean;
  width?: number | string;
  /** One line, cut at its end: a reference that nobody reads through. */
  clipped?: boolean;
  /** Long text wraps early, to leave room for other columns; false: it never does. */
  wraps?: boolean;
  /** The column that names the row: sticky, linked, and the card title on a phone. Default: the first column. */
  primary?: boolean;
  /** Whether the user can hide it. Default: true, except for the primary column. */
  hideable?: boolean;
  /** Hidden by default. */
  hidden?: boolean;
  /** Hidden by default where rows of several institutions need the room for another column. */
  spare?: boolean;
  /** Hidden by default, even for users who chose their columns before it was added. */
  optional?: boolean;
  /** Shown whatever the user chose, because the list is sorted or filtered by it. */
  needed?: boolean;
  /** Its position on a phone: second line, end of that line with its title, end of the first line, or below both. */
  card?: 'line' | 'figure' | 'aside' | 'below';
  /** The `data-tour` of its heading for help tours. */
  tour?: string;
}

/** A column of figures, which align at their end. */
export const figureColumn = <Row>(
  key: string,
  title: string,
  render: Column<Row>['render'],
  more: Partial<Column<Row>> = {},
): Column<Row> => ({ key, title, render, numeric: true, align: 'end', ...more });

export type Id = number | string;
export type Density = 'normal' | 'compact';

export interface View {
  /** Hidden columns, and the optional columns that are shown. */
  hidden: string[];
  density: Density;
}

export const isShown = <Row>({ key, optional, needed }: Column<Row>, { hidden }: View) =>
  needed || hidden.includes(key) === !!optional;

export const keyOfView = (name: string) => `akada.table.${name}`;

/** What is in view as long as the user has chosen nothing. */
export function firstView<Row>(columns: Column<Row>[]): View {
  const isAcross = columns.some(({ key }) => key === 'institution');
  const hidden = columns.filter((column) => column.hidden || (isAcross && column.spare)).map(({ key }) => key);
  return { hidden, density: 'normal' };
}

/** The columns of a table that the user sees now. */
export function columnsInView<Row>(name: string, columns: Column<Row>[]): Column<Row>[] {
  const view = stored(keyOfView(name), firstView(columns));
  const primary = primaryOf(columns);
  return columns.filter((column) => column === primary || isShown(column, view));
}

/** The column that names the row. */
export const primaryOf = <Row>(columns: Column<Row>[]) => columns.find((c) => c.primary) ?? columns[0]!;

/** The next sort order after a press on a header: 'name' → '-name' → 'name'. */
export const nextSort = (key: string, sort: string | undefined) => (sort === key ? `-${key}` : key);

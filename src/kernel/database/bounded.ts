/** The first rows of a list, and whether there are more. */
export interface BoundedList<Row> {
  rows: Row[];
  isMore: boolean;
}

/**
 * The first rows of a query that may find more than a page can show. It asks for one extra row, so that the page knows
 * whether there are more and can say so: `ListEnd`, paging, or a search.
 */
export function bounded<Row>(most: number, ask: (limit: number) => PromiseLike<Row[]>): Promise<BoundedList<Row>> {
  // Throws synchronously: beside other reads nobody would await a rejected promise.
  return Promise.resolve(ask(most + 1).then((rows) => firstOf(rows, most)));
}

/** The same for rows that are already loaded. */
export const firstOf = <Row>(rows: Row[], most: number): BoundedList<Row> => ({
  rows: rows.slice(0, most),
  isMore: rows.length > most,
});

/** The first rows of a list, and whether it goes on behind them. */
export interface Bounded<Row> {
  rows: Row[];
  isMore: boolean;
}

/**
 * The first rows of a query that may find more than a page can show. It is asked for one row more than is shown, so that
 * whoever shows them knows whether there are others, and says so: `ListEnd`, a page of its own, or a search.
 */
export function bounded<Row>(most: number, ask: (limit: number) => PromiseLike<Row[]>): Promise<Bounded<Row>> {
  // What is refused is refused at once: beside other reads nobody would wait for a promise of it.
  return Promise.resolve(ask(most + 1).then((rows) => firstOf(rows, most)));
}

/** The first of rows that are here already. */
export const firstOf = <Row>(rows: Row[], most: number): Bounded<Row> => ({
  rows: rows.slice(0, most),
  isMore: rows.length > most,
});

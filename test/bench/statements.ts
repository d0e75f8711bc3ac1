/** What a kind of request says to the database. */
export interface Talk {
  statements: number;
  roundTrips: number;
}

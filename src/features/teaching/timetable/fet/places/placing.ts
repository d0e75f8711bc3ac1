/** Where a result puts a lesson; without a weekday it found no place. */
export interface Placing {
  lessonId: number;
  weekday: number | null;
  period: number | null;
  rooms: { partId: number; roomId: number }[];
}

/** What is said about a result: about lessons, or in general. */
export interface Note {
  words: string;
  lessonIds: number[];
}

export interface Placings {
  placings: Placing[];
  notes: Note[];
}

import { query, unprepared, type Db } from '#kernel/database.ts';

/** Runs a statement whose text is hardly used twice: it depends on the rules and the fields of a message. */
export const askOnce = <Row>(db: Db) => query<Row>(db, unprepared);

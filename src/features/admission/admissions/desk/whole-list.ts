import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { bounded } from '#kernel/database/bounded.ts';
import { query, type Db } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { mostDecided } from '../decisions/transitions.ts';
import { listedBy, type ApplicationFilter } from './applications.list.ts';
import type { ApplicationState } from '../admissions.ts';

/** An application that is ticked without being loaded: what can be decided depends on its status. */
export interface TickedApplication {
  id: number;
  status: ApplicationState;
}

/** All that the filter finds, to decide on them together. */
export async function wholeList(db: Db, actor: Actor, filter: ApplicationFilter): Promise<TickedApplication[]> {
  const { rows, isMore } = await bounded(mostDecided, (limit) =>
    query<TickedApplication>(
      db,
      sql`select id::int as id, status from applications where ${listedBy(actor, filter)} order by id desc limit ${limit}`,
    ),
  );
  if (isMore)
    throw new ValidationError(
      'filters',
      `Choose at most ${mostDecided.toLocaleString('en')} applications. Add a filter.`,
    );
  return rows;
}

import type pg from 'pg';
import { CannotStart } from '#kernel/cannot-start.ts';
import type { Environment } from '#kernel/environment.ts';
import { connectAsOwner } from '#kernel/migrate.ts';
import { openDatabase } from './backup/open-database.ts';

/** Refuses the first argument that is none of a command's. */
export function takeOnly(args: string[], isKnown: string[] | ((arg: string) => boolean)) {
  const odd = args.find((arg) => !(Array.isArray(isKnown) ? isKnown.includes(arg) : isKnown(arg)));
  if (odd !== undefined) throw new CannotStart(`${odd} is not a valid argument. Run npm run akada for help.`);
}

/** Connects to the database as its owner, while Akada runs or not, for as long as the work takes. */
export async function asOwner<T>(
  environment: Pick<Environment, 'databaseUrl' | 'dataFolder'>,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(environment, console.log);
  try {
    const client = await connectAsOwner(database.ownerUrl);
    return await work(client).finally(() => client.end());
  } finally {
    await database.close();
  }
}

import pg from 'pg';
import { CannotStart } from '#kernel/cannot-start.ts';
import { databaseError } from '#kernel/errors.ts';
import { withoutPassword } from './address.ts';

// The statement does not exist, or another client has prepared one of this name on the same connection.
const lost = ['26000', '42P05'];

/**
 * Refuses an address whose pooler gives clients another connection without their prepared statements. Such a pooler
 * often works until several requests come at once.
 */
export async function refuseLostStatements(url: string, variable: string): Promise<void> {
  const settings = { connectionString: url, connectionTimeoutMillis: 10_000 };
  const clients = Array.from({ length: 3 }, () => new pg.Client(settings).on('error', () => {}));
  const run = (client: pg.Client, name: string) => client.query({ name, text: 'select 1' });
  const own = (client: pg.Client) => run(client, `akada start ${clients.indexOf(client)}`);
  try {
    for (const client of clients) await client.connect();
    // Finds a pooler with one connection for all, or one that prefers the last used.
    for (const client of clients) await run(client, 'akada start');
    // In turn and then backwards, so that a pooler which takes connections in turn gives somebody another one.
    for (const client of [...clients, ...clients.toReversed()]) await own(client);
  } catch (error) {
    if (!lost.includes(databaseError(error)?.code ?? '')) throw error;
    throw new CannotStart(
      `The pooler of ${variable} (${withoutPassword(url)}) loses prepared statements. Use PgBouncer 1.21 or later with max_prepared_statements above 0, or connect to PostgreSQL directly.`,
    );
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => {})));
  }
}

import pg from 'pg';
// Values are read as the product reads them, whichever test comes first.
import '#kernel/database/value-types.ts';

/** A connection for as long as the work takes. */
export async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client({ connectionString });
  // PostgreSQL may be killed between two questions: the next one fails by itself.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** As PostgreSQL does by itself soon after many new rows, which it is kept from here: plans are made for what is there. */
export const analyze = (ownerUrl: string, ...tables: string[]) =>
  withClient(ownerUrl, (client) => client.query(`analyze ${tables.join(', ')}`));

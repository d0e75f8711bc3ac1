import { startPostgres } from '#kernel/postgres/supervisor.ts';

// A process of its own that holds a PostgreSQL, for the tests that kill it.
try {
  const { ownerUrl } = await startPostgres({ dataFolder: process.argv[2]! });
  console.log(ownerUrl);
  setInterval(() => {}, 1000);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

import { CannotStart } from '#kernel/cannot-start.ts';
import { readEnvironment } from '#kernel/environment.ts';
import { migrate } from '#kernel/migrate.ts';
import { startPostgres } from '#kernel/postgres/supervisor.ts';

const commands: Record<string, { does: string; run: () => Promise<void> }> = {
  migrate: { does: 'bring the database to this version, without starting the server', run: migrateOnly },
};

async function migrateOnly() {
  const { databaseUrl, databaseAppUrl, dataFolder } = readEnvironment();
  const postgres = databaseUrl ? undefined : await startPostgres({ dataFolder, log: console.log });
  try {
    const { applied } = await migrate(databaseUrl ?? postgres!.ownerUrl, { appUrl: databaseAppUrl });
    console.log(applied.length ? `Applied ${applied.join(', ')}.` : 'The database is up to date.');
  } finally {
    await postgres?.stop();
  }
}

try {
  const command = commands[process.argv[2] ?? ''];
  if (command) await command.run();
  else {
    const list = Object.entries(commands).map(([name, { does }]) => `  npm run akada -- ${name}   ${does}`);
    console.log(['Usage:', ...list].join('\n'));
    process.exitCode = process.argv[2] ? 1 : 0;
  }
} catch (error) {
  console.error(error instanceof CannotStart ? error.message : error);
  process.exitCode = 1;
}

import { openDatabase } from '#kernel/backup/open-database.ts';
import { CannotStart } from '#kernel/cannot-start.ts';
import { readEnvironment } from '#kernel/environment.ts';
import { connectAsOwner } from '#kernel/migrate.ts';
import { readSecret } from '#kernel/secrets/secret.ts';
import { verifyResults } from '#features/results/publication/verify-results.ts';

/** `akada verify-results`: names every published result that is not as it was sealed. */
export async function verifyPublished(args: string[]) {
  if (args.length) throw new CannotStart(`${args[0]} is not a valid argument. Run npm run akada for help.`);
  const environment = readEnvironment();
  const secret = readSecret(environment);
  const database = await openDatabase(environment, console.log);
  try {
    const client = await connectAsOwner(database.ownerUrl);
    try {
      const reports = await verifyResults(client, secret);
      for (const { institution, sealed, problems } of reports) {
        const results = `${sealed.toLocaleString('en')} published ${sealed === 1 ? 'result' : 'results'}`;
        console.log(
          problems.length ? `${institution}: CHANGED, of ${results}:` : `${institution}: ${results} unchanged.`,
        );
        for (const problem of problems) console.log(`  ${problem}`);
      }
      if (reports.some(({ problems }) => problems.length)) process.exitCode = 1;
    } finally {
      await client.end();
    }
  } finally {
    await database.close();
  }
}

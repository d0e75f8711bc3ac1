import { openDatabase } from '#kernel/backup/open-database.ts';
import { CannotStart } from '#kernel/cannot-start.ts';
import { readEnvironment } from '#kernel/environment.ts';
import { connectAsOwner } from '#kernel/migrate.ts';
import { readSecret } from '#kernel/secrets/secret.ts';
import { verifyIssuedPapers } from '#features/transcripts/papers/verify-papers.ts';
import { verifyResults } from '#features/results/publication/verify-results.ts';

/** `akada verify-results`: names every published result and issued paper that is not as it was sealed. */
export async function verifyPublished(args: string[]) {
  if (args.length) throw new CannotStart(`${args[0]} is not a valid argument. Run npm run akada for help.`);
  const environment = readEnvironment();
  const secret = readSecret(environment);
  const database = await openDatabase(environment, console.log);
  try {
    const client = await connectAsOwner(database.ownerUrl);
    try {
      say(await verifyResults(client, secret), 'published result');
      say(await verifyIssuedPapers(client, secret), 'issued paper');
    } finally {
      await client.end();
    }
  } finally {
    await database.close();
  }
}

function say(reports: { institution: string; sealed: number; problems: string[] }[], noun: string): void {
  for (const { institution, sealed, problems } of reports) {
    const found = `${sealed.toLocaleString('en')} ${noun}${sealed === 1 ? '' : 's'}`;
    console.log(problems.length ? `${institution}: CHANGED, of ${found}:` : `${institution}: ${found} unchanged.`);
    for (const problem of problems) console.log(`  ${problem}`);
  }
  if (reports.some(({ problems }) => problems.length)) process.exitCode = 1;
}

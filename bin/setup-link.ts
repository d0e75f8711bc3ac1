import { openDatabase } from './backup/open-database.ts';
import { takeOnly } from './command.ts';
import { CannotStart } from '#kernel/cannot-start.ts';
import { connect } from '#kernel/database.ts';
import { readEnvironment } from '#kernel/environment.ts';
import { connectAsOwner } from '#kernel/migrate.ts';
import { prepareSetup } from '#features/access/accounts/setup.ts';
import { addressAt } from '#web/running/listening.ts';

/** `akada setup-link`: prints a new link to the set-up page; the previous link no longer works. */
export async function setupLink(args: string[]) {
  takeOnly(args, []);
  const environment = readEnvironment();
  const { publicUrl, host, port } = environment;
  const opened = await openDatabase(environment, console.log);
  try {
    await refuseSetUp(opened.ownerUrl);
    const database = connect({ url: opened.ownerUrl, max: 1 });
    try {
      const token = await prepareSetup({ database });
      const address = publicUrl ?? addressAt(host, port);
      console.log(
        [
          'Open this link to set up Akada. It works once, within 24 hours; earlier links no longer work:',
          `  ${address}/setup?token=${token}`,
        ].join('\n'),
      );
    } finally {
      await database.close();
    }
  } finally {
    await opened.close();
  }
}

async function refuseSetUp(ownerUrl: string) {
  const client = await connectAsOwner(ownerUrl);
  try {
    const { rows } = await client.query<{ isReady: boolean }>(
      `select to_regprocedure('akada_is_empty()') is not null as "isReady"`,
    );
    if (!rows[0]!.isReady) throw new CannotStart('The database is not ready yet. Run npm start -- --empty first.');
    const answer = await client.query<{ isEmpty: boolean }>('select akada_is_empty() as "isEmpty"');
    if (!answer.rows[0]!.isEmpty) throw new CannotStart('Akada is already set up. Open its address and sign in.');
  } finally {
    await client.end();
  }
}

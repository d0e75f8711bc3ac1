import { CannotStart } from '#kernel/cannot-start.ts';
import { readEnvironment } from '#kernel/environment.ts';
import { readSecret } from '#kernel/secrets/secret.ts';
import { asOwner, takeOnly } from '../command.ts';
import { publicKeyOf } from '../institution/signing.ts';

interface State {
  cell: number | null;
  address: string | null;
  waiting: number;
  hasBegun: boolean;
}

/** `akada directory [--again]`: prints the line for the directory's settings, and how many changes wait. */
export async function directory(args: string[]) {
  takeOnly(args, ['--again']);
  const environment = readEnvironment();
  const secret = readSecret(environment);
  const { cell, address, waiting, hasBegun } = await asOwner(environment, async (client) => {
    // The server then sends everything, as it does the first time.
    if (args.includes('--again')) await client.query('update installation set directory_key = null');
    const { rows } = await client.query<State>(
      `select cell, public_url as address, (select count(*)::int from directory_changes) as waiting,
         directory_key is not null as "hasBegun" from installation`,
    );
    return rows[0] ?? { cell: null, address: null, waiting: 0, hasBegun: false };
  });
  if (cell === null) throw new CannotStart('This installation has no number. Set AKADA_CELL, and start Akada.');
  const at = environment.publicUrl ?? address ?? 'https://…';
  console.log(
    [
      'For AKADA_CELLS of the directory, with the name of the region at its end:',
      `  ${cell} ${at} ${publicKeyOf(secret, 'changes for the directory')}`,
      hasBegun
        ? `${waiting.toLocaleString('en')} ${waiting === 1 ? 'change waits' : 'changes wait'} to be sent.`
        : `Everything will be sent ${environment.directory ? `to ${environment.directory.address}` : 'once AKADA_DIRECTORY is set'}, while Akada runs.`,
    ].join('\n'),
  );
}

import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { newBackupIn } from '#kernel/backup/folder.ts';
import { makeBackup } from '../backup/make-backup.ts';
import { openAlone, openDatabase } from '../backup/open-database.ts';
import { readKey } from '../backup/secret-key.ts';
import { CannotStart } from '#kernel/cannot-start.ts';
import { readEnvironment, type Environment } from '#kernel/environment.ts';
import type { Files } from '#kernel/files.ts';
import { originFrom } from '#kernel/public-origin.ts';
import { readSecret } from '#kernel/secrets/secret.ts';
import { inWords } from '../backup.ts';
import { filesOf } from '../objects/open-files.ts';
import { stageOf } from '../objects/stage.ts';
import { proveArchive, type ProvedArchive } from './archive.ts';
import { exportArchive } from './export.ts';
import { importArchive } from './import.ts';
import { closeInstitution } from './leave.ts';
import { movedInstitution, removeInstitution } from './remove.ts';
import { newPassphrase, unlock, type Secrets } from './secrets.ts';

const exportUsage = `  npm run akada -- export-institution <id or name> <file>
  npm run akada -- export-institution <id or name> --done --to https://… [--lose-changes]
  npm run akada -- export-institution <id or name> --remove`;

/** `akada export-institution`: writes an institution to a file, then closes it here, and later removes it. */
export async function exportInstitution(args: string[]) {
  const { positionals, values } = parsed(args, {
    done: { type: 'boolean' },
    to: { type: 'string' },
    remove: { type: 'boolean' },
    'lose-changes': { type: 'boolean' },
  });
  const [wanted, file, more] = positionals;
  const isStep = Boolean(values.done) || Boolean(values.remove);
  if (!wanted || more || isStep === Boolean(file) || (values.done && values.remove))
    throw new CannotStart(`Say which institution, and what to do with it:\n${exportUsage}`);
  const environment = readEnvironment();
  if (values.remove) return remove(environment, wanted);
  if (!values.done) return write(environment, wanted, pathOf(file!));
  const to = originFrom(String(values.to ?? ''));
  if (!to) throw new CannotStart('Say with --to which address it has now, such as --to https://school.ng');
  await opened(environment, openDatabase, async ({ ownerUrl }) => {
    const { name } = await closeInstitution(ownerUrl, { wanted, to, losesChanges: Boolean(values['lose-changes']) });
    console.log(
      [
        `${name} is closed here. Its pages, and the codes on its papers, lead on to ${to} within a minute.`,
        'Keep this installation reachable for as long as its papers are in use.',
        `When everything works there: npm run akada -- export-institution "${name}" --remove`,
      ].join('\n'),
    );
  });
}

async function write(environment: Environment, wanted: string, target: string) {
  const passphrase = environment.archivePassphrase ?? newPassphrase();
  const proof = await opened(environment, openDatabase, ({ ownerUrl, secret, files }) =>
    exportArchive({ ownerUrl, secret, files }, target, { wanted, passphrase }),
  );
  const { name } = proof.header.institution;
  console.log(
    [
      `Exported ${name} to ${target}: ${inWords(proof)}.`,
      `Signed with the key ${proof.fingerprint}. Tell the other operator, who gives it with --from.`,
      ...(environment.archivePassphrase
        ? []
        : [`Its secrets open with this passphrase, which is shown only now: ${passphrase}`]),
      `What is entered in ${name} from now on is not in the file. When it is imported: npm run akada -- export-institution "${name}" --done --to https://…`,
    ].join('\n'),
  );
  warn(proof);
}

async function remove(environment: Environment, wanted: string) {
  await opened(environment, openAlone, async ({ ownerUrl, files }) => {
    const institution = await movedInstitution(ownerUrl, wanted);
    await confirm(institution.name);
    const backup = await newBackupIn(environment.backup.folder, { isNightly: false });
    await makeBackup({ ownerUrl, files, key: readKey(environment) }, backup);
    console.log(`Backed up everything to ${backup}.`);
    await removeInstitution(ownerUrl, files, institution);
    console.log(`Removed ${institution.name}. Its addresses still lead on.`);
  });
}

/** The operator types the name of the school that is deleted. */
async function confirm(name: string) {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const typed = await terminal.question(`This deletes everything of ${name} here. Type its name to confirm: `);
    if (typed.trim() !== name) throw new CannotStart(`That is not ${name}. Nothing was removed.`);
  } finally {
    terminal.close();
  }
}

/** `akada import-institution <file> [--from <fingerprint>] [--merge-accounts] [--without-secrets]` */
export async function importInstitution(args: string[]) {
  const { positionals, values } = parsed(args, {
    from: { type: 'string' },
    'merge-accounts': { type: 'boolean' },
    'without-secrets': { type: 'boolean' },
    renumber: { type: 'boolean' },
  });
  const [file, more] = positionals;
  if (!file || more) throw new CannotStart('The file name is missing: npm run akada -- import-institution <file>');
  if (values.renumber)
    throw new CannotStart(
      'An institution keeps its numbers: the sealed log, published results, issued papers and links contain them, and other numbers would break the seals.',
    );
  const environment = readEnvironment();
  const proof = await proveArchive(pathOf(file));
  const from = String(values.from ?? proof.fingerprint).replace(/[\s:]/g, '');
  if (from.toLowerCase() !== proof.fingerprint)
    throw new CannotStart(
      `${file} is signed with the key ${proof.fingerprint}, not with ${from}. Nothing was changed.`,
    );
  const secrets = secretsOf(proof, environment, Boolean(values['without-secrets']));
  const imported = await opened(environment, openAlone, async ({ ownerUrl, secret }) =>
    importArchive(
      proof,
      { ownerUrl, secret, uploads: await stageOf(environment) },
      { secrets, mergesAccounts: Boolean(values['merge-accounts']) },
    ),
  );
  const { name } = proof.header.institution;
  console.log(
    [
      `Imported ${name}, as of ${proof.header.createdAt}: ${inWords(proof)}. Signed with the key ${proof.fingerprint}.`,
      `The log, ${imported.results} published results and ${imported.papers} issued papers are as they were sealed.`,
      ...(imported.joined ? [`${imported.joined} people use the account that they have here.`] : []),
      'Everyone signs in again. To be made again:',
      '  recovery codes of two-step verification, invitations and password links',
      '  at payment and message providers: the address for their reports',
      ...(secrets
        ? []
        : ['  two-step verification', '  keys of payment and message providers', '  pins that are not used up']),
      'Start Akada: npm start',
    ].join('\n'),
  );
  warn(proof);
}

function secretsOf(proof: ProvedArchive, environment: Environment, isWithout: boolean): Secrets | null {
  if (isWithout) return null;
  if (!environment.archivePassphrase)
    throw new CannotStart(
      'Set AKADA_ARCHIVE_PASSPHRASE to the passphrase of the export. Without it, add --without-secrets: then two-step verification, provider keys and pins must be made again.',
    );
  const secrets = unlock(proof.secrets, environment.archivePassphrase);
  if (!secrets) throw new CannotStart('AKADA_ARCHIVE_PASSPHRASE is not the passphrase of this archive.');
  return secrets;
}

interface Here {
  ownerUrl: string;
  secret: Buffer;
  files: Files;
}

async function opened<T>(
  environment: Environment,
  open: typeof openDatabase | typeof openAlone,
  work: (here: Here) => Promise<T>,
): Promise<T> {
  const database = await open(environment, console.log);
  try {
    const files = await filesOf(environment);
    return await work({ ownerUrl: database.ownerUrl, secret: readSecret(environment), files });
  } finally {
    await database.close();
  }
}

type Options = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>['options']>;

function parsed(args: string[], options: Options) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new CannotStart(`${(error as Error).message} Run npm run akada for help.`);
  }
}

const pathOf = (file: string) => resolve(process.env.INIT_CWD ?? process.cwd(), file);

function warn({ list: { missing, changed } }: ProvedArchive) {
  if (missing.length) console.error(`${missing.length} uploads were not on the disk, such as ${missing[0]}.`);
  if (changed.length) console.error(`${changed.length} uploads had changed on the disk, such as ${changed[0]}.`);
}

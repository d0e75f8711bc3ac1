import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { chmod, mkdtemp } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { connect } from '#kernel/database.ts';
import { migrate } from '#kernel/migrate.ts';
import { inDatabase } from '#kernel/postgres/address.ts';
import { identityOf } from '#kernel/postgres/processes.ts';
import { appUrlOf } from '#kernel/postgres/roles.ts';
import { startPostgres } from '#kernel/postgres/supervisor.ts';
import { withClient } from '#test/harness/client.ts';
import { readContents } from '#test/harness/contents.ts';
import { memory, places } from '#test/harness/memory.ts';
import { createSchool, type School } from '#test/school.ts';
import { partitionDatabase } from '../../bin/partition/command.ts';

/** A PostgreSQL with the two databases that tests copy: an empty one, and one with the named school in it. */
export interface TestPostgres {
  ownerUrl: string;
  template: string;
  schoolTemplate: string;
  school: School;
  /** The file that says what the school's template holds. */
  contentsFile: string;
  stop(): Promise<void>;
}

const prefix = 'akada-test-';

/** Starts a PostgreSQL for the tests in a folder that is removed when they end. */
export async function startTestPostgres(): Promise<TestPostgres> {
  removeLeftovers();
  const dataFolder = await mkdtemp(join(memory(), prefix));
  // PostgreSQL's own user has to pass through.
  await chmod(dataFolder, 0o711);
  const postgres = await startPostgres({ dataFolder, durable: false, log: console.error });
  const remove = () => removeFolder(dataFolder);
  process.once('exit', remove);
  try {
    return {
      ownerUrl: postgres.ownerUrl,
      ...(await makeTemplates(postgres.ownerUrl, dataFolder)),
      async stop() {
        await postgres.stop();
        remove();
      },
    };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

async function makeTemplates(server: string, folder: string) {
  const [template, schoolTemplate] = ['akada_template', 'akada_school'];
  const run = (sql: string) => withClient(inDatabase(server, 'postgres'), (client) => client.query(sql));
  await run(`create database ${template}`);
  await migrate(inDatabase(server, template));
  await run(`create database ${schoolTemplate} template ${template} strategy file_copy`);
  const database = connect({ url: appUrlOf(inDatabase(server, schoolTemplate)), max: 1 });
  const school = await createSchool(database).finally(() => database.close());
  // AKADA_TEST_PARTITIONS=2 runs the tests of the named school on tables in partitions.
  const into = Number(process.env['AKADA_TEST_PARTITIONS'] ?? 0);
  if (into)
    await partitionDatabase({ ownerUrl: inDatabase(server, schoolTemplate) }, { into, tables: 'all' }, () => {});
  const contents = await withClient(inDatabase(server, schoolTemplate), readContents);
  const contentsFile = join(folder, 'school.json');
  writeFileSync(contentsFile, JSON.stringify(contents));
  return { template, schoolTemplate, school, contentsFile };
}

// A run that was killed had no time to tidy up.
function removeLeftovers() {
  for (const place of places()) {
    for (const name of readdirSync(place).filter((entry) => entry.startsWith(prefix))) {
      const folder = join(place, name);
      const [pid = '', ...identity] = read(join(folder, 'running')).split(' ');
      if (pid && identityOf(Number(pid)) !== identity.join(' ')) removeFolder(folder);
    }
  }
}

/** Removes a data folder, also where its database had to live elsewhere. */
export function removeFolder(folder: string) {
  const place = read(join(folder, 'postgres.place')).trim();
  for (const path of [folder, ...(isAbsolute(place) ? [place] : [])]) rmSync(path, { recursive: true, force: true });
}

function read(path: string) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

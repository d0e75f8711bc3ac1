import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Transformer } from '@napi-rs/image';
import type { Backups } from '#kernel/backup/nightly.ts';
import { readKey } from '../../bin/backup/secret-key.ts';
import { describeTables, digestOf, emptied, speakPlainly } from '../../bin/backup/tables.ts';
import { connect } from '#kernel/database.ts';
import type { Directory } from '#kernel/directory.ts';
import { openFiles } from '#kernel/files.ts';
import { startJobs } from '#kernel/jobs/jobs.ts';
import { createApp } from '#product/app.ts';
import { Browser } from '#test/harness/app.ts';
import { withClient } from '#test/harness/client.ts';
import type { Demonstration } from '#test/harness/demonstration.ts';
import { memory } from '#test/harness/memory.ts';
import { noAssets } from '#test/harness/no-assets.ts';

/** A data folder that goes at the end. */
export function dataFolder() {
  const folder = mkdtempSync(join(memory(), 'akada-test-backup-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

interface Serving {
  appUrl: string;
  folder: string;
  backups?: Backups;
  directory?: Directory;
}

/** The application over a database and a data folder, as a server has it. */
export async function serve({ appUrl, folder, backups, directory }: Serving) {
  const database = connect({ url: appUrl, max: 4 });
  const jobs = await startJobs(appUrl, () => {});
  const services = {
    environment: { dataFolder: folder, isProduction: false, directory },
    database,
    // What is asked for waits in its queue: the tests here look at it and do none of it.
    jobs: { ...jobs, work: async () => {} },
    files: openFiles(join(folder, 'files')),
    secret: readKey({ dataFolder: folder }).secret,
    assets: noAssets(folder),
    backups,
  };
  const app = await createApp(services, { requestsPerMinute: false, maxEventLoopDelay: 0 });
  return {
    app,
    database,
    services,
    async signIn(username: string, password: string) {
      const browser = new Browser(app, services.secret, {});
      const answer = await browser.post('/sign-in', { identifier: username, password });
      if (!browser.cookies.akada_session) throw new Error(`${username} could not sign in: ${answer.body}`);
      return browser;
    },
    async close() {
      await app.close();
      await jobs.stop();
      await database.close();
    },
  };
}
export type Served = Awaited<ReturnType<typeof serve>>;

/** Gives the demonstration group a logo and a roster whose check waits, and signs somebody in. */
export async function fill(served: Served, signIns: Demonstration['signIns']) {
  const { username, password } = signIns.find(({ role }) => role === 'Group administrator')!;
  const group = await served.signIn(username, password);
  const png = await Transformer.fromRgbaPixels(new Uint8Array(80 * 80 * 4).fill(90), 80, 80).png();
  const logo = await send(group, '/institutions/1/logo', { name: 'logo', fileName: 'logo.png', content: png });
  const roster = Buffer.from('Adm No,Surname,First name\nN/1,Ọ̀ṣun,Ẹniọlá\nN/2,"O""Neil, Jr",Back\\slash\n');
  const upload = await send(group, '/imports', {
    name: 'file',
    fileName: 'roster.csv',
    content: roster,
    fields: { institutionId: '1' },
  });
  const address = String(upload.headers.location);
  const { props } = await group.page(address);
  const mapping = props.columns.map((column: { field: string | null }) => column.field ?? 'leave_out');
  const check = await group.post(`${address}/check`, { mapping, existing: 'skip', alike: 'skip' });
  const codes = [logo, upload, check].map(({ statusCode }) => statusCode);
  if (codes.some((code) => code !== 303)) throw new Error(`The uploads failed: ${codes.join(', ')} ${check.body}`);
  return { username, password };
}

interface Upload {
  name: string;
  fileName: string;
  content: Buffer;
  fields?: Record<string, string>;
}

function send(who: Browser, url: string, { name, fileName, content, fields = {} }: Upload) {
  const boundary = 'seamseamseam';
  const part = (head: string, body: Buffer | string) => [
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
    Buffer.from(body as string),
    Buffer.from('\r\n'),
  ];
  const payload = Buffer.concat([
    ...Object.entries(fields).flatMap(([field, value]) => part(`name="${field}"`, value)),
    ...part(`name="${name}"; filename="${fileName}"`, content),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}`, accept: 'application/json' };
  return who.send({ method: 'POST', url, payload, headers });
}

/** Rows and SHA-256 of every table that a backup keeps, and the number each identity column gives next. */
export const contentsOf = (ownerUrl: string) =>
  withClient(ownerUrl, async (client) => {
    await client.query('begin');
    await speakPlainly(client);
    const { rows } = await client.query(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace`,
    );
    const tables = await describeTables(
      client,
      rows.map(({ name }) => name),
    );
    const contents: Record<string, unknown> = {};
    for (const table of tables)
      if (![...emptied, 'akada_migrations'].includes(table.name)) contents[table.name] = await digestOf(client, table);
    await client.query('rollback');
    return contents;
  });

/** What the migrations, a load and partitions must leave alike: constraints, policies, triggers, indexes, grants. */
export const formOf = (ownerUrl: string) =>
  withClient(ownerUrl, async (client) => {
    const list = async (text: string) => (await client.query<{ line: string }>(text)).rows.map(({ line }) => line);
    const ours = `relnamespace = 'public'::regnamespace`;
    return {
      constraints: await list(
        `select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated as line from pg_constraint where connamespace = 'public'::regnamespace and conparentid = 0 order by 1`,
      ),
      security: await list(
        `select concat_ws(' ', relname, translate(relkind::text, 'pI', 'ri'), relrowsecurity, relforcerowsecurity, regexp_replace(relacl::text, '\\w*/\\w+', '', 'g')) as line from pg_class where ${ours} order by 1`,
      ),
      policies: await list(
        `select concat_ws(' ', tablename, policyname, roles, cmd, qual, with_check) as line from pg_policies where schemaname = 'public' order by 1`,
      ),
      triggers: await list(
        `select concat_ws(' ', tgrelid::regclass, tgname, tgenabled) as line from pg_trigger where not tgisinternal and tgparentid = 0 order by 1`,
      ),
      indexes: await list(
        `select replace(indexdef, ' ON ONLY ', ' ON ') as line from pg_indexes where schemaname = 'public' order by 1`,
      ),
      functions: await list(
        `select concat_ws(' ', p.oid::regprocedure, prosecdef, case when proowner = 'akada_gate'::regrole then 'gate' end) as line
         from pg_proc p where pronamespace = 'public'::regnamespace order by 1`,
      ),
    };
  });

import { checkRows } from '#features/people/imports/work/check-rows.job.ts';
import { runRows } from '#features/people/imports/work/run-rows.job.ts';
import { undoRows } from '#features/people/imports/work/undo-rows.job.ts';
import type { ImportKind } from '#features/people/imports/kinds/kind-labels.ts';
import { expect } from 'vitest';
import type { Browser, startSchool } from './app.ts';

type World = Awaited<ReturnType<typeof startSchool>>;
interface ShownColumn {
  header: string;
  field: string | null;
}

/** Files of Ilorin Grammar School, from the upload to the import, with the columns as guessed. */
export function openImportDesk(world: World, browser: Browser) {
  const work = async () => {
    const jobs = { 'imports.run': runRows, 'imports.check': checkRows, 'imports.undo': undoRows };
    for (const { queue, data } of world.sent.splice(0))
      await jobs[queue as keyof typeof jobs]?.(world.services, data as never, new AbortController().signal);
  };

  function send(kind: ImportKind, content: string | Buffer) {
    const part = (name: string, value: string) =>
      `--cloth\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const head = `${part('institutionId', String(world.school.ilorin.id))}${part('kind', kind)}--cloth\r\nContent-Disposition: form-data; name="file"; filename="people.csv"\r\n\r\n`;
    return browser.send({
      method: 'POST',
      url: '/imports',
      payload: Buffer.concat([Buffer.from(head), Buffer.from(content as string), Buffer.from('\r\n--cloth--\r\n')]),
      headers: { 'content-type': 'multipart/form-data; boundary=cloth', accept: 'application/json' },
    });
  }

  /** Uploads a file and returns its address. */
  async function upload(kind: ImportKind, content: string | Buffer): Promise<string> {
    const answer = await send(kind, content);
    expect(answer.statusCode, answer.body).toBe(303);
    return String(answer.headers.location);
  }

  /** Checks an uploaded file and returns what the check page shows. */
  async function checkUpload(address: string, options: object = {}) {
    const { columns } = (await browser.page(address)).props as { columns: ShownColumn[] };
    const mapping = columns.map(({ field }) => field ?? 'leave_out');
    const answer = await browser.post(`${address}/check`, { mapping, repeat: true, ...options });
    expect(answer.statusCode, answer.body).toBe(303);
    await work();
    return { address, columns, mapping, props: (await browser.page(address)).props };
  }

  const check = async (kind: ImportKind, content: string | Buffer, options: object = {}) =>
    checkUpload(await upload(kind, content), options);

  /** Imports a checked file and returns what the result page shows. */
  async function run(address: string, mode: 'all' | 'good' = 'good') {
    const answer = await browser.post(`${address}/run`, { mode });
    expect(answer.statusCode, answer.body).toBe(303);
    await work();
    return (await browser.page(address)).props;
  }

  const bring = async (kind: ImportKind, content: string | Buffer, options: object = {}) => {
    const checked = await check(kind, content, options);
    return { ...checked, end: await run(checked.address) };
  };

  return { send, upload, checkUpload, check, run, bring, work };
}

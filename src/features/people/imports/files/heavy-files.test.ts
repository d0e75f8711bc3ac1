import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { takeTurnsByKey } from '#kernel/export/turns.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { upload } from '#test/harness/uploads.ts';

let site: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
beforeAll(async () => {
  site = await startSchool();
  registrar = await site.as('registrar');
});
afterAll(() => site?.close());

const send = (content: Buffer) =>
  upload(registrar, '/imports', {
    field: 'file',
    content,
    fileName: 'students.csv',
    mediaType: 'text/csv',
    fields: { institutionId: String(site.school.ilorin.id), kind: 'students' },
  });

test('the server responds while it reads a heavy file, and refuses it with a message', async () => {
  const events: string[] = [];
  const blankRows = send(Buffer.alloc(2_000_000, '\n')).then((answer) => {
    events.push('read');
    return answer;
  });
  // Its body is there, and it is being read.
  await sleep(0);
  for (let at = 0; at < 5; at += 1) {
    expect((await registrar.get('/imports')).statusCode).toBe(200);
    events.push('answered');
  }
  const answer = await blankRows;
  expect(events).toEqual([...Array<string>(5).fill('answered'), 'read']);
  expect([answer.statusCode, answer.json().errors.file]).toEqual([
    422,
    'The file has more than 100,000 rows. Split it into smaller files.',
  ]);
});

test.each([
  ['19 MB of commas', Buffer.alloc(19_000_000, ','), 'Row 1 has more than 16,384 cells.'],
  [
    'a cell of 19 MB',
    Buffer.concat([Buffer.from('Surname,First name\n'), Buffer.alloc(19_000_000, 'x')]),
    'Row 2 has more than 100,000 characters.',
  ],
  [
    'a cell too long',
    Buffer.from(`Surname,First name\nObi,${'x'.repeat(10_001)}\n`),
    'Row 2 has a cell with more than 10,000 characters, in column 2.',
  ],
])('%s is refused in words', async (_name, content, sentence) => {
  const answer = await send(content);
  expect(answer.statusCode).toBe(422);
  expect(answer.json().errors.file).toContain(sentence);
});

test('an upload needs the import permission in its institution', async () => {
  const teacher = await site.as('teacher');
  const answer = await upload(teacher, '/imports', {
    field: 'file',
    content: Buffer.from('Surname,First name\nObi,Ada\n'),
    fileName: 'a.csv',
    fields: { institutionId: String(site.school.ilorin.id), kind: 'students' },
  });
  expect(answer.statusCode).toBe(403);
});

test('institutions take turns, one job each at a time', async () => {
  const { inTurn, waiting } = takeTurnsByKey<string>(2);
  const never = new AbortController().signal;
  const begun: string[] = [];
  const gates = new Map<string, () => void>();
  const begin = (key: string, name: string) =>
    inTurn(key, never, () => {
      begun.push(name);
      return new Promise<void>((resolve) => gates.set(name, resolve));
    });
  const works = [begin('a', 'a1'), begin('a', 'a2'), begin('a', 'a3'), begin('b', 'b1'), begin('c', 'c1')];
  await sleep(0);
  expect([begun, waiting('a')]).toEqual([['a1', 'b1'], 2]);
  gates.get('a1')!();
  await works[0];
  await sleep(0);
  // c has never had a turn, and comes before the second of a.
  expect(begun).toEqual(['a1', 'b1', 'c1']);
  for (const name of ['b1', 'c1', 'a2', 'a3']) {
    await expect.poll(() => gates.has(name)).toBe(true);
    gates.get(name)!();
  }
  await Promise.all(works);
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'a3']);
});

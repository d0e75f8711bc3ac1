import { expect, test } from 'vitest';
import { ValidationError } from '#kernel/errors.ts';
import { letterhead } from '#test/harness/paper.ts';
import { pdfText } from '#test/harness/pdf-text.ts';
import { renderPdf } from './render-pdf.ts';

const layout = new URL('../../../test/harness/sample.pdf.ts', import.meta.url);
const make = (rows: number, more: object = {}) => renderPdf(layout, { letterhead, rows, ...more });

test('a PDF bears Yoruba with tone marks, Hausa letters and the naira sign as text that can be found', async () => {
  const pdf = await make(1);
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  const [text] = pdfText(pdf);
  for (const words of [
    'Olumo Heights College',
    'Ìmọ̀ ni agbára',
    'Ọbáfẹ́mi Awólọ́wọ̀',
    'Ṣẹ́gun Ɓala Ɗanjuma Ƙasim',
    '₦12,500.00',
  ])
    expect(text).toContain(words.normalize('NFC'));
});

test('a letter that an earlier file knew only as part of another one can be found in the next', async () => {
  await make(1, { letterhead: { ...letterhead, lines: ['Ẹ́'] } });
  const [text] = pdfText(await make(1, { letterhead: { ...letterhead, lines: ['Eze Ekwulobia'] } }));
  expect(text).toContain('Eze Ekwulobia');
});

test('a long table continues over pages, each with its head and number', async () => {
  const pages = pdfText(await make(120));
  expect(pages.length).toBeGreaterThan(2);
  for (const [at, page] of pages.entries()) {
    expect(page).toContain('Amount');
    expect(page).toContain(`Page ${at + 1} of ${pages.length}`);
  }
  expect(pages.join('\n').match(/₦12,500\.00/g)).toHaveLength(120);
});

test('a layout that fails says so and leaves a process that makes the next file', async () => {
  await expect(make(1, { fails: true })).rejects.toThrow('no such ink');
  expect(pdfText(await make(1))).toHaveLength(1);
});

test('a layout that does not end is ended', async () => {
  await expect(renderPdf(layout, { letterhead, rows: 1, hangs: true }, { longest: 1500 })).rejects.toThrow(
    ValidationError,
  );
  expect(pdfText(await make(1))).toHaveLength(1);
});

test('more data than the process takes is refused', async () => {
  await expect(make(1, { filler: Buffer.alloc(65 * 1_048_576) })).rejects.toThrow('too much for one file');
});

test('several files at once are made one after the other', async () => {
  const files = await Promise.all([make(1), make(2), make(3)]);
  expect(files.map((pdf) => pdfText(pdf).join('').match(/₦/g)?.length)).toEqual([1, 2, 3]);
});

test('a cancelled request leaves the queue', async () => {
  const gone = new AbortController();
  const first = make(1);
  const second = renderPdf(layout, { letterhead, rows: 1 }, { signal: gone.signal });
  gone.abort();
  await expect(second).rejects.toThrow('aborted');
  expect(pdfText(await first)).toHaveLength(1);
});

test('nobody waits for the file of a job, which says how far it is', async () => {
  const gone = new AbortController();
  const heard = Promise.withResolvers<void>();
  const options = { inJob: true, signal: gone.signal, onProgress: () => heard.resolve() };
  const long = renderPdf(layout, { letterhead, rows: 1, hangs: true }, options);
  await heard.promise;
  expect(pdfText(await make(1))).toHaveLength(1);
  gone.abort();
  await expect(long).rejects.toThrow('aborted');
});

test('figures are never broken over lines: their column grows, and if they are too many, the text shrinks', async () => {
  const figure = '−₦90,071,992,547,409.91';
  const columns = (count: number) => [
    { header: 'For', share: 20 },
    ...Array.from({ length: count }, () => ({ header: 'Amount', share: 1, align: 'right' as const })),
  ];
  for (const count of [1, 4, 6]) {
    const pdf = await make(0, { table: { columns: columns(count), rows: [['Ẹ̀kọ́', ...Array(count).fill(figure)]] } });
    expect(
      pdfText(pdf)
        .join('')
        .match(new RegExp(`\n${figure}(?=\n)`, 'g')),
    ).toHaveLength(count);
  }
});

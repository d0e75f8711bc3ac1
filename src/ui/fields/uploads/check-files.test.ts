import { expect, it } from 'vitest';
import { checkFiles, fileTypesText, sizeText } from './check-files.ts';

const file = (name: string, bytes: number, type = '') => new File([new Uint8Array(bytes)], name, { type });

it('9.10 files of another type, empty or too large are refused with a message, the others kept', () => {
  const { kept, refused } = checkFiles(
    [
      file('a.PNG', 10, 'image/png'),
      file('b.pdf', 10, 'application/pdf'),
      file('c.jpg', 3000, 'image/jpeg'),
      file('d.png', 0, 'image/png'),
    ],
    { accept: 'image/png, image/jpeg', maxBytes: 2048 },
  );
  expect(kept.map(({ name }) => name)).toEqual(['a.PNG']);
  expect(refused).toEqual([
    '“b.pdf” is not a PNG or JPEG file.',
    '“c.jpg” is 2.9 KB. The limit is 2 KB.',
    '“d.png” is empty.',
  ]);
});

it('9.10 endings count without regard to case, and types by their family', () => {
  expect(checkFiles([file('LIST.CSV', 1), file('list.csv.exe', 1)], { accept: '.csv,.xlsx' }).kept).toHaveLength(1);
  expect(checkFiles([file('a', 1, 'image/webp'), file('b', 1, 'text/html')], { accept: 'image/*' }).kept).toHaveLength(
    1,
  );
  expect(fileTypesText('.csv,.tsv,.txt,.xlsx')).toBe('CSV, TSV, text or Excel (.xlsx)');
});

it('9.10 files beyond the limit are left out', () => {
  const { kept, refused } = checkFiles([file('a', 1), file('b', 1), file('c', 1)], { maxFiles: 2 });
  expect(kept).toHaveLength(2);
  expect(refused).toEqual(['You can upload up to 2 files at once. The others were not added.']);
});

it('9.10 sizes have a suitable unit', () => {
  expect([12, 36 * 1024, 6.24 * 1024 * 1024, 20 * 1024 * 1024].map(sizeText)).toEqual([
    '12 bytes',
    '36 KB',
    '6.2 MB',
    '20 MB',
  ]);
});

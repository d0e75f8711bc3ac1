import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { declarationsIn } from '#test/harness/declarations.ts';

const root = join(import.meta.dirname, '..');

/** What gives a day in UTC: of a moment, that is yesterday's in Lagos until one in the morning. */
const ofUtc = /toISOString\(\)\s*\.slice\(0, 10\)|\bcurrent_date\b|now\(\)\)?::date|_at::date|At\}::date/i;

/** Declarations that may, each with its reason; one that is gone fails the test. */
const known: Record<string, string> = {
  'src/kernel/dates.ts: addDays': 'counts days of a day, without a moment',
  'src/kernel/backup/folder.ts: mondayOf': 'the Monday of a day',
  'src/features/teaching/calendar/view/period.ts: addMonths': 'a month later than a day',
  'src/features/people/imports/engine/read-date.ts: readDate': 'the day that a spreadsheet counts from 1900',
  'src/features/people/imports/engine/workbook.ts: textOf':
    'spreadsheets have no time zone; the reader gives their days in UTC',
  'src/features/admission/admissions/overview/overview.routes.ts: admissionOverview':
    'the last resort of an account without an intake',
  'src/features/records/people/documents/expiring-count.ts: countExpiring':
    'a day more than needed, for the index; the next line is exact',
  'src/features/money/pins/pins.personal-data.ts: pinPersonalData': 'exports run in the time zone of the institution',
  'src/features/money/holds/holds.personal-data.ts: holdPersonalData':
    'exports run in the time zone of the institution',
  'src/features/online/gateways/gateways.personal-data.ts: gatewayPersonalData':
    'exports run in the time zone of the institution',
};

test('no date on the server is UTC’s', () => {
  const files = globSync('src/{kernel,web,features}/**/*.ts', { cwd: root }).filter(
    (file) => !/\.test\.ts$|\.demo\.ts$|\/demo\//.test(file),
  );
  const found = files.flatMap((file) =>
    declarationsIn(readFileSync(join(root, file), 'utf8'))
      .filter(({ text }) => ofUtc.test(text))
      .map(({ name }) => `${file}: ${name}`),
  );
  expect(files.length).toBeGreaterThan(500);
  expect(found.toSorted()).toEqual(Object.keys(known).toSorted());
});

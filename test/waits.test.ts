import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/*
 * A test that sleeps before it looks fails on a busy machine, or passes because nothing has happened yet. So tests wait
 * for conditions (`expect.poll`, a locator's `waitFor`, `until`), and what must not happen is waited for by the clock
 * that would bring it (`pageTime`). The few honest pauses are in test/harness/time.ts, under names that say why.
 */

/** Each with its reason; one that is no longer needed fails the test. */
const exceptions: Record<string, string> = {
  'test/browser/institution.spec.ts': 'chooses twice by the clock of the page, which the helpers cannot enter',
  'test/faults/alerts-killed.test.ts': 'kills at a random moment, whatever it meets',
  'test/waits.test.ts': 'tries the rule on a sleep in each of its forms',
};

/** A sleep, unless a loop looks at its condition in between; one of 0 ms only lets others take their turn. */
const sleep = /\bwaitForTimeout\(|\bawait (wait|sleep|delay)\((?!0\))|\bawait new Promise.*\bsetTimeout\(/;
const isLoop = (line: string) => /\b(while|for) \(/.test(line);

const files = globSync(['{src,test}/**/*.{test,spec}.{ts,tsx}', 'test/browser/support/**/*.ts']);
const sleepsIn = (file: string) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, at) => (sleep.test(line) && !isLoop(line) ? [`${file}:${at + 1}: ${line.trim()}`] : []));

test('no test sleeps for a fixed time before it looks', () => {
  expect(files.length).toBeGreaterThan(100);
  const found = files.filter((file) => !(file in exceptions)).flatMap(sleepsIn);
  expect(found.join('\n')).toBe('');
  expect(Object.keys(exceptions).filter((file) => sleepsIn(file).length === 0)).toEqual([]);
});

test('the rule finds a sleep in each of its forms', () => {
  const found = [
    'await page.waitForTimeout(300);',
    'await wait(50);',
    'await new Promise((done) => setTimeout(done, 9));',
  ];
  expect(found.filter((line) => !sleep.test(line))).toEqual([]);
  expect(isLoop('while (!isDone) await wait(20);')).toBe(true);
});

test('windows are opened where their pages wait until they are drawn', () => {
  const specs = globSync('test/browser/**/*.ts').filter((file) => !/support\/(window|context-pool)\.ts$/.test(file));
  expect(specs.length).toBeGreaterThan(20);
  const found = specs.filter((file) => /\.newContext\(|\bsetDefaultTimeout\(/.test(readFileSync(file, 'utf8')));
  expect(found).toEqual([]);
});

test('a quiet network is waited for only where a page has just been opened', () => {
  // Of a page that was quiet once Playwright says so at once, even if it is sending again.
  // The tours' own wait is for the browser's idle time; this file has the rule.
  const exceptions = ['test/browser/tour.spec.ts', 'test/waits.test.ts'];
  const looked = files.filter((file) => !exceptions.includes(file));
  const late = looked.flatMap((file) => {
    const lines = readFileSync(file, 'utf8').split('\n');
    const isLate = (line: string, at: number) =>
      /\bwaitForLoadState\('networkidle'/.test(line) &&
      !/\b(open|goto|reload)\(/.test(lines.slice(at - 2, at).join('\n'));
    return lines.flatMap((line, at) => (isLate(line, at) ? [`${file}:${at + 1}: ${line.trim()}`] : []));
  });
  expect(late).toEqual([]);
});

test('no test has a limit of its own below the common one (vitest.config.ts)', () => {
  const own = /^\s*\}, ([\d_]{4,})\);$|\btimeout: ([\d_]+)/gm;
  const short = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(own)]
      .filter(([, last, named]) => Number((last ?? named)!.replaceAll('_', '')) < 1_800_000)
      .map(([text]) => `${file}: ${text.trim()}`),
  );
  expect(short).toEqual([]);
});

test('what a page shows is waited for (expect.poll), not looked at once', () => {
  const look =
    /expect\(\s*await [^;]*\.(count|isVisible|isHidden|isChecked|isDisabled|isEnabled|inputValue|textContent|innerText|allTextContents|allInnerTexts|getAttribute)\([^()]*\),?\s*\)\./;
  expect(look.test(`expect(await page.getByText('No notes').count()).toBe(0);`)).toBe(true);
  const specs = globSync('test/browser/**/*.ts');
  const found = specs.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split(';\n')
      .flatMap((statement) => (look.test(statement) ? [`${file}: ${statement.trim().slice(0, 120)}`] : [])),
  );
  expect(found).toEqual([]);
});

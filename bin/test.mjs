import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle, install, run } from './bootstrap.mjs';
import { testsOfChange } from './changed.mjs';
import { ensureChromium, findChromium } from './chromium.mjs';

// `npm test` runs everything; `npm test -- src/features/people/students` runs only those tests, and
// `npm test -- --changed main` those that a change since a commit can reach.
const given = process.argv.slice(2);
const reached = given[0] === '--changed' ? testsOfChange(given[1]) : given;
if (reached?.length === 0 && given.length) {
  console.log('No test is reached by this change; `npm run check` looks at the rest.');
  process.exit();
}
const only = reached ?? [];

install();
bundle({ isRequired: !only.length });
const CHROMIUM_PATH = only.length ? findChromium() : ensureChromium();
const folder = mkdtempSync(join(tmpdir(), 'akada-results-'));
// The checks need one core at a time, so they run beside the tests.
const [checks, tests] = await Promise.all([only.length ? { passed: 0, failed: 0 } : check(), vitest()]);
rmSync(folder, { recursive: true });

const passed = checks.passed + tests.passed;
const failed = checks.failed + tests.failed;
console.log(`${passed} passed, ${failed} failed, ${tests.skipped} skipped`);
process.exitCode = failed ? 1 : 0;

async function check() {
  const result = join(folder, 'check');
  const code = await run(['bin/check.ts'], { env: { CHECK_RESULT: result } });
  const [passed = 0, failed = 0] = read(result).split(' ').map(Number);
  return { passed, failed: failed || (code ? 1 : 0) };
}

async function vitest() {
  const first = await runOf(only);
  const late = first.failing.filter((name) => name.endsWith('.spec.ts'));
  // A browser shares two cores with all other tests here. What fails in few of its files is judged by these alone.
  if (only.length || first.failing.length === 0 || late.length < first.failing.length || late.length > 3) return first;
  const second = await runOf(late);
  if (second.failed) return first;
  console.log(`Failed beside other tests, passed alone: ${first.names.join(' | ')}`);
  return { ...first, passed: first.passed + first.failed, failed: 0 };
}

async function runOf(paths) {
  const result = join(folder, 'tests.json');
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${result}`, ...paths];
  const env = { ...(CHROMIUM_PATH && { CHROMIUM_PATH }), ...(!only.length && { AKADA_TEST: 'everything' }) };
  rmSync(result, { force: true });
  const code = await run(['node_modules/vitest/vitest.mjs', ...args], { env });
  const sum = JSON.parse(read(result) || '{}');
  const files = (sum.testResults ?? []).filter((file) => file.status === 'failed');
  // A file that cannot be loaded has no failed test, but counts as failed.
  const failed = (sum.numFailedTests ?? 0) + files.filter((file) => !hasFailure(file)).length;
  return {
    passed: sum.numPassedTests ?? 0,
    failed: failed || (code ? 1 : 0),
    skipped: (sum.numPendingTests ?? 0) + (sum.numTodoTests ?? 0),
    failing: files.map((file) => file.name),
    names: files.flatMap((file) => file.assertionResults.filter(isFailed).map((one) => one.fullName)),
  };
}

function hasFailure(file) {
  return file.assertionResults.some(isFailed);
}

function isFailed({ status }) {
  return status === 'failed';
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

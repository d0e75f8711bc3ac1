import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { startDemonstration } from '#test/harness/product-process.ts';
import { bundle, root } from '../../bin/bootstrap.mjs';
import { ensureChromium } from '../../bin/chromium.mjs';
import { endCleanly } from './end-cleanly.ts';
import { temporaryFolder } from './bench-environment.ts';
import { say } from './say.ts';

// npm run lighthouse -- [--runs 3] [--url http://127.0.0.1:3000/]: the home page of the demonstration, as Google sees it.
const { values } = parseArgs({ options: { runs: { type: 'string', default: '3' }, url: { type: 'string' } } });
const version = '13.5.0';
const wanted = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
type Category = keyof typeof wanted;

interface Report {
  finalDisplayedUrl: string;
  categories: Record<Category, { score: number; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<
    string,
    {
      title: string;
      score: number | null;
      numericValue?: number;
      displayValue?: string;
      details?: { items?: { transferSize?: number }[] };
    }
  >;
}

await endCleanly(async () => {
  bundle();
  const chromium = ensureChromium({ isWhole: true })!;
  const folder = temporaryFolder();
  const url = values.url ?? (await startDemonstration(folder)).url;
  const reports: Report[] = [];
  for (let run = 1; run <= Number(values.runs); run += 1) {
    say(`Run ${run} of ${values.runs} …`);
    reports.push(await lighthouse(url, join(folder, `lighthouse-${run}.json`), chromium));
  }
  // The middle one: a busy machine slows a run, nothing makes one too fast.
  const { categories, audits, finalDisplayedUrl } = reports.toSorted(
    (a, b) => a.categories.performance.score - b.categories.performance.score,
  )[Math.floor(reports.length / 2)]!;
  if (new URL(finalDisplayedUrl).pathname === '/sign-in')
    throw new Error('The address leads to the sign-in page: no site is published there.');
  say(`\nLighthouse ${version}, mobile, ${url}; the middle of ${reports.length} runs\n`);
  for (const [name, least] of Object.entries(wanted) as [Category, number][]) {
    const score = Math.round(categories[name].score * 100);
    say(`${score >= least ? '✓' : '✗'} ${name} ${score} (at least ${least})`);
    if (score >= least) continue;
    process.exitCode = 1;
    const lost = categories[name].auditRefs.filter(({ id, weight }) => weight > 0 && (audits[id]!.score ?? 1) < 0.9);
    for (const { id } of lost) say(`    ${audits[id]!.title} ${audits[id]!.displayValue ?? ''}`);
  }
  say('');
  for (const id of [
    'first-contentful-paint',
    'largest-contentful-paint',
    'cumulative-layout-shift',
    'total-blocking-time',
  ])
    say(`${audits[id]!.title}: ${audits[id]!.displayValue}`);
  const requests = audits['network-requests']?.details?.items ?? [];
  const bytes = requests.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0);
  say(`First load: ${requests.length} requests, ${Math.round(bytes / 1024)} KB`);
});

/** Not among our packages: it brings two hundred of its own, and only who measures needs it. */
async function lighthouse(url: string, file: string, chromium: string): Promise<Report> {
  const flags = ['--output=json', `--output-path=${file}`, '--form-factor=mobile', '--quiet'];
  await promisify(execFile)(
    'npx',
    ['--yes', `lighthouse@${version}`, url, ...flags, '--chrome-flags=--headless=new --no-sandbox --disable-gpu'],
    {
      cwd: root,
      env: { ...process.env, CHROME_PATH: chromium },
      maxBuffer: 2 ** 26,
    },
  );
  return JSON.parse(readFileSync(file, 'utf8')) as Report;
}

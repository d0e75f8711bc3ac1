import type { Browser, Page } from 'playwright-core';
import type { SignIn } from '#test/harness/product-process.ts';
import { enter } from '../enter.ts';
import { Keyboard, Pointer, type Hands } from './hands.ts';
import { drawn, type Job } from './job.ts';
import { moneyJobs } from './money.ts';
import { officeJobs } from './office.ts';
import { teachingJobs } from './teaching.ts';

interface Options {
  browser: Browser;
  url: string;
  signIns: SignIn[];
  /** Parts of the names of the wanted jobs; none means all. */
  only: string[];
}

interface Done {
  job: Job;
  pointer: Time;
  keyboard: Time | undefined;
  isGood: boolean;
}

interface Time {
  acts: number;
  seconds: number;
  /** Why it did not come to its end. */
  problem?: string;
}

const jobs = [...officeJobs, ...moneyJobs, ...teachingJobs];

/** Does each job from the home of its role, with a pointer and keys, and some by keyboard alone. */
export async function doJobs({ browser, url, signIns, only }: Options): Promise<Done[]> {
  const done: Done[] = [];
  const wanted = jobs.filter(({ name }) => only.length === 0 || only.some((part) => name.includes(part)));
  for (const job of wanted) {
    const pointer = await timeOf(job, 0);
    const keyboard = job.isByKeyboardToo && (await timeOf(job, 1));
    const times = [pointer, ...(keyboard ? [keyboard] : [])];
    const isGood = times.every(({ acts, problem }) => !problem && acts <= job.limit);
    done.push({ job, pointer, keyboard: keyboard || undefined, isGood });
  }
  return done;

  async function timeOf(job: Job, time: 0 | 1): Promise<Time> {
    const opened: Page[] = [];
    const as = async (role: string) => {
      const page = await openAs(role);
      opened.push(page);
      return page;
    };
    let hands: Hands | undefined;
    let begun = performance.now();
    try {
      const known = (await job.before?.(as, time)) ?? {};
      const page = await as(job.role);
      hands = time === 0 ? new Pointer(page) : new Keyboard(page);
      begun = performance.now();
      await job.run(hands, known);
      return { acts: hands.acts, seconds: (performance.now() - begun) / 1000 };
    } catch (error) {
      const problem = String(error).split('\n').slice(0, 4).join(' ');
      return { acts: hands?.acts ?? 0, seconds: (performance.now() - begun) / 1000, problem };
    } finally {
      for (const page of opened) await page.context().close();
    }
  }

  /** The home of a role, all of whose cards are there. */
  async function openAs(role: string): Promise<Page> {
    const signIn = signIns.find((one) => one.role === role)!;
    const viewport = { width: 1280, height: 900 };
    const context = await browser.newContext({ baseURL: url, serviceWorkers: 'block', viewport });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    await enter(page, signIn);
    await drawn(page);
    await page.waitForLoadState('networkidle').catch(() => {});
    return page;
  }
}

export function tableOf(done: Done[]): string {
  const cells = ({ acts, seconds, problem }: Time) => [problem ? `${acts} ✗` : String(acts), seconds.toFixed(1)];
  const rows = [
    ['job', 'role', 'limit', 'acts', 'seconds', 'keyboard', 'seconds'],
    ...done.map(({ job, pointer, keyboard }) => [
      job.name,
      job.role,
      String(job.limit),
      ...cells(pointer),
      ...(keyboard ? cells(keyboard) : ['–', '']),
    ]),
  ];
  const widths = rows[0]!.map((_, at) => Math.max(...rows.map((row) => row[at]!.length)));
  const lines = rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at]!))
      .join('  ')
      .trimEnd(),
  );
  const problems = done.flatMap(({ job, pointer, keyboard }) =>
    [pointer, keyboard].flatMap((time) => (time?.problem ? [`${job.name}: ${time.problem}`] : [])),
  );
  const over = done.filter(({ isGood }) => !isGood).length;
  return [
    '',
    ...lines,
    '',
    ...problems,
    over ? `${over} of ${done.length} jobs take too much` : 'All within their limits',
  ].join('\n');
}

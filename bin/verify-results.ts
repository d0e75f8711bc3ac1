import type pg from 'pg';
import { asOwner, takeOnly } from './command.ts';
import { readEnvironment } from '#kernel/environment.ts';
import { verifyLog } from '#kernel/log/verify-log.ts';
import { loadCarriedKeys } from '#kernel/secrets/carried-keys.ts';
import { refuseOtherSecret } from '#kernel/secrets/check-secret.ts';
import { readSecret } from '#kernel/secrets/secret.ts';
import { verifyPromotion } from '#features/results/promotion/decisions/withdraw-approval.ts';
import { verifyResults } from '#features/results/results/verification/verify-results.ts';
import { verifyIssuedPapers } from '#features/results/transcripts/papers/verify-nightly.job.ts';

/** `akada verify-results`: names every published result, decision and issued paper that is not as it was sealed. */
export async function verifyPublished(args: string[]) {
  takeOnly(args, []);
  const environment = readEnvironment();
  const secret = readSecret(environment);
  await asOwner(environment, async (client) => {
    await refuseOtherSecret(client, secret);
    await sayLog(client);
    for (const [reports, noun] of await reportsOn(client, secret)) say(reports, noun);
  });
}

interface Report {
  institution: string;
  sealed: number;
  problems: string[];
}

async function reportsOn(client: pg.Client, secret: Buffer): Promise<[reports: Report[], noun: string][]> {
  // Institutions that came from elsewhere are sealed with keys of their own.
  await loadCarriedKeys(client, secret);
  return [
    [await verifyResults(client, secret), 'published result'],
    [await verifyPromotion(client), 'promotion decision'],
    [await verifyIssuedPapers(client, secret), 'issued paper'],
  ];
}

/** Everything published that is not as it was sealed, a line each. */
export const problemsOfPublished = async (client: pg.Client, secret: Buffer): Promise<string[]> =>
  (await reportsOn(client, secret)).flatMap(([reports]) =>
    reports.flatMap(({ institution, problems }) => problems.map((problem) => `${institution}: ${problem}`)),
  );

/** The ends of the chains and the digests of decisions and imports are in the log: it must be as it was sealed. */
async function sayLog(client: pg.Client): Promise<void> {
  for (const { institution, problem } of await verifyLog(client)) {
    if (!problem) continue;
    console.log(`${institution}: the audit log, which results are compared with, was CHANGED. ${problem}`);
    process.exitCode = 1;
  }
}

function say(reports: Report[], noun: string): void {
  for (const { institution, sealed, problems } of reports) {
    const found = `${sealed.toLocaleString('en')} ${noun}${sealed === 1 ? '' : 's'}`;
    console.log(problems.length ? `${institution}: CHANGED, of ${found}:` : `${institution}: ${found} unchanged.`);
    for (const problem of problems) console.log(`  ${problem}`);
  }
  if (reports.some(({ problems }) => problems.length)) process.exitCode = 1;
}

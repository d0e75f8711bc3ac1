import { bundle } from '../../bin/bootstrap.mjs';

/** What a script of this folder found: sentences that held, and those that did not. */
export interface Outcome {
  held: string[];
  failed: string[];
}

export interface Script {
  name: string;
  run(): Promise<Outcome>;
}

/** Gathers what held and what did not; both are said at once, because a script may never end. */
export function gather(log: (line: string) => void = console.log) {
  const outcome: Outcome = { held: [], failed: [] };
  return {
    outcome,
    /** `found` says more where it did not hold. */
    check(isSo: boolean, sentence: string, found: unknown = '') {
      const more = found === '' ? '' : `: ${String(found).slice(0, 2000)}`;
      (isSo ? outcome.held : outcome.failed).push(isSo ? sentence : `${sentence}${more}`);
      log(`  ${isSo ? '✓' : '✗'} ${sentence}${isSo ? '' : more}`);
    },
  };
}

/** Runs one script; a throw is something that did not hold. */
export async function outcomeOf({ run }: Pick<Script, 'run'>): Promise<Outcome> {
  try {
    return await run();
  } catch (error) {
    return { held: [], failed: [String((error as Error).stack)] };
  }
}

/** For `node bin/run.mjs test/operations/<name>.ts`. */
export async function runAlone(script: Script): Promise<never> {
  bundle();
  const { held, failed } = await outcomeOf(script);
  for (const sentence of failed) console.error(`✗ ${sentence}`);
  console.log(`${script.name}: ${held.length} held, ${failed.length} failed`);
  process.exit(failed.length ? 1 : 0);
}

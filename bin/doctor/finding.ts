export type Level = 'ok' | 'warning' | 'wrong';

/** What one check found: what is so, or what is wrong and what to do. */
export interface Finding {
  check: string;
  level: Level;
  text: string;
}

/** Findings of one check, by level. */
export const findingsOf = (check: string) => ({
  ok: (text: string): Finding => ({ check, level: 'ok', text }),
  warning: (text: string): Finding => ({ check, level: 'warning', text }),
  wrong: (text: string): Finding => ({ check, level: 'wrong', text }),
});

export type Findings = ReturnType<typeof findingsOf>;

/** The findings of a check; what it throws is a finding too, and the other checks go on. */
export async function examine(
  check: string,
  work: (say: Findings) => Finding[] | Promise<Finding[]>,
): Promise<Finding[]> {
  try {
    return await work(findingsOf(check));
  } catch (error) {
    return [findingsOf(check).wrong(error instanceof Error ? error.message : String(error))];
  }
}

/** Worse from the first limit it passes on. */
export const levelBy = (value: number, { warning, wrong }: { warning: number; wrong: number }): Level =>
  value >= wrong ? 'wrong' : value >= warning ? 'warning' : 'ok';

const units: [seconds: number, name: string][] = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
];

/** '3 days': the largest unit that fits. */
export function ageInWords(seconds: number): string {
  const [size, name] = units.find(([one]) => Math.abs(seconds) >= one) ?? [1, 'second'];
  return counted(Math.round(Math.abs(seconds) / size), name);
}

export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? noun : plural}`;

export const megabytes = (bytes: number): string =>
  bytes >= 2e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.floor(bytes / 1e6).toLocaleString('en')} MB`;

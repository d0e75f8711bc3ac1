export interface Finding {
  said: string;
  /** The request in one line, as JSON, with its place in the run. */
  request: string;
  answer: string;
}

/** What was sent, how it was answered, and what was wrong. */
export class Tally {
  /** Without the looks at what came of them. */
  requests = 0;
  readonly byPerson = new Map<string, number>();
  readonly byStatus = new Map<string, number>();
  readonly byKind = new Map<string, number>();
  /** Writes that passed, by route: an attack that never gets in attacks only the door. */
  readonly accepted = new Map<string, number>();
  readonly asked = new Set<string>();
  readonly findings = new Map<string, { first: Finding; count: number }>();
  private readonly log: (line: string) => void;

  /** `log` is told each finding at once: a run that is stopped has said what it met. */
  constructor(log: (line: string) => void) {
    this.log = log;
  }

  count(person: string, status: number, kind: string): void {
    if (kind !== 'look') this.requests += 1;
    for (const [counts, key] of [
      [this.byPerson, person],
      [this.byStatus, String(status)],
      [this.byKind, kind],
    ] as const)
      counts.set(key, (counts.get(key) ?? 0) + 1);
  }

  accept(route: string): void {
    this.accepted.set(route, (this.accepted.get(route) ?? 0) + 1);
  }

  /** One of each sort is kept and the others are counted. */
  find(route: string, finding: Finding): void {
    const key = `${route}: ${finding.said}`;
    const known = this.findings.get(key);
    if (known) {
      known.count += 1;
      return;
    }
    this.findings.set(key, { first: finding, count: 1 });
    this.log(`found ${key}\n  ${finding.request}\n  ${finding.answer}`);
  }

  /** Routes that take a write and never took one. */
  get neverAccepted(): string[] {
    return [...this.asked].filter((route) => route.startsWith('POST ') && !this.accepted.has(route)).toSorted();
  }

  report(): string {
    const line = (counts: Map<string, number>) =>
      [...counts]
        .toSorted(([, a], [, b]) => b - a)
        .map(([name, count]) => `${name} ${count.toLocaleString('en')}`)
        .join(', ');
    const accepted = [...this.accepted.values()].reduce((sum, count) => sum + count, 0);
    return [
      `${this.requests.toLocaleString('en')} requests to ${this.asked.size} routes`,
      `by role: ${line(this.byPerson)}`,
      `by status: ${line(this.byStatus)}`,
      `by kind: ${line(this.byKind)}`,
      `writes that passed: ${accepted.toLocaleString('en')} on ${this.accepted.size} routes; never: ${this.neverAccepted.join(', ') || 'none'}`,
      ...[...this.findings].map(
        ([key, { first, count }]) => `\nFINDING ${key} (${count}×)\n  ${first.request}\n  ${first.answer}`,
      ),
      `\n${this.findings.size} findings`,
    ].join('\n');
  }
}

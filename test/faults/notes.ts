import type { Answer } from '#test/faults/clerk.ts';

export type Kind =
  | 'assignment'
  | 'undo'
  | 'upload'
  | 'check'
  | 'run'
  | 'admission'
  | 'edit'
  | 'status'
  | 'course'
  | 'batch'
  | 'logo'
  | 'payment'
  | 'message'
  | 'webhook'
  | 'fee'
  | 'bill'
  | 'application'
  | 'sent application'
  | 'offer'
  | 'admitted applicant'
  | 'order'
  | 'mark'
  | 'register'
  | 'correction request'
  | 'correction'
  | 'publication'
  | 'promotion decision'
  | 'promotion'
  | 'promotion undo'
  | 'registration'
  | 'registration return'
  | 'sign-in'
  | 'sign-out';

export interface Upload {
  id: number;
  prefix: string;
  rows: number;
  mode: 'all' | 'good';
  /** How far the person got: uploaded, checked, asked to run. */
  isRunAsked: boolean;
  isRunAcknowledged: boolean;
}

/** What the server has said, and about what it has said nothing. */
export class Notes {
  readonly assignments: { id: number; batchId: number; studentIds: number[] }[] = [];
  /** Asked for, and said to be done. */
  readonly undone = new Set<number>();
  /** Asked for; perhaps done. */
  readonly undoAsked = new Set<number>();
  readonly imports: Upload[] = [];
  /** Of whoever was admitted: the number that the answer gave. */
  readonly numbers = new Map<string, string>();
  /** Of each payment: the receipt that the answer gave. */
  readonly receipts = new Map<string, string>();
  /** Tokens of sessions, by the address they came from. */
  readonly tokens = new Map<string, string>();
  readonly logos: { name: string; isAcknowledged: boolean; isDenied: boolean }[] = [];
  /** By kind, the marks of what was said to be done, and of what was said not to be. */
  readonly done = new Map<Kind, Set<string>>();
  readonly denied = new Map<Kind, Set<string>>();
  /** Answers that no fault explains. */
  readonly odd: string[] = [];
  unanswered = 0;
  /** How the unanswered ended. */
  readonly broken: string[] = [];
  unavailable = 0;
  /** The longest that somebody waited for a 503, in milliseconds. */
  slowestRefusal = 0;
  readonly sentences = new Map<string, number>();

  /** True when it is done. The mark says what was asked for, in words that no other request uses. */
  note(kind: Kind, mark: string, answer: Answer): boolean {
    const { status, body, took, retryAfter, error } = answer;
    if (status === 200 || status === 303) {
      of(this.done, kind).add(mark);
      return true;
    }
    if (status === 0) {
      this.unanswered += 1;
      this.broken.push(`${kind} ${mark}: ${error} after ${Math.round(took)} ms`);
      if (error === 'TimeoutError') this.odd.push(`${kind} ${mark} had no answer after ${Math.round(took)} ms`);
    } else if (status === 503) {
      if (!retryAfter) this.odd.push(`${kind} answered 503 without saying when to try again`);
      this.unavailable += 1;
      this.slowestRefusal = Math.max(this.slowestRefusal, took);
      const sentence = messageIn(body);
      this.sentences.set(sentence, (this.sentences.get(sentence) ?? 0) + 1);
      if (!sentence) this.odd.push(`${kind} answered 503 without a sentence: ${body.slice(0, 200)}`);
      if (!isUncertain(body)) of(this.denied, kind).add(mark);
    }
    // 409, 422: somebody was faster, no room. 429: as often as a person's browser may ask.
    else if ([409, 422, 429].includes(status)) of(this.denied, kind).add(mark);
    else this.odd.push(`${kind} ${mark} answered ${status}: ${body.slice(0, 300)}`);
    return false;
  }

  get acknowledged(): number {
    return [...this.done.values()].reduce((sum, marks) => sum + marks.size, 0);
  }

  counts(): Record<string, number> {
    return Object.fromEntries([...this.done].map(([kind, marks]) => [kind, marks.size]));
  }
}

const of = (map: Map<Kind, Set<string>>, kind: Kind) => {
  const found = map.get(kind) ?? new Set<string>();
  map.set(kind, found);
  return found;
};

export const isUncertain = (body: string) => body.includes('Check whether your change was saved');

function messageIn(body: string): string {
  try {
    return String((JSON.parse(body) as { message?: string }).message ?? '');
  } catch {
    // A page says it among its props.
    return /"message":"([^"]+)"/.exec(body.replaceAll('&quot;', '"'))?.[1] ?? '';
  }
}

interface Poll<Answer> {
  address: string;
  every: number;
  onAnswer: (answer: Answer) => void;
  onSignedOut: () => void;
}

const LONGEST = 10;

/** Polls only while the page is visible, and less often while nothing answers. */
export function pollWhileSeen<Answer>({ address, every, onAnswer, onSignedOut }: Poll<Answer>) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let heardAt = -Infinity;
  let isOn = false;

  const pause = () => every * Math.min(LONGEST, 2 ** failures);
  const isSeen = () => document.visibilityState === 'visible';

  async function ask(): Promise<void> {
    heardAt = performance.now();
    try {
      const answer = await fetch(address, {
        headers: { Accept: 'application/json', 'X-Requested-With': 'XMLHttpRequest' },
        cache: 'no-store',
      });
      if (answer.status === 401 || answer.status === 403) return onSignedOut();
      if (!answer.ok) throw new Error(String(answer.status));
      const received = (await answer.json()) as Answer;
      failures = 0;
      onAnswer(received);
    } catch {
      failures += 1;
    }
  }

  async function turn(): Promise<void> {
    clearTimeout(timer);
    // Returning to the page starts it again.
    if (!isOn || !isSeen()) return;
    // Another tab may have just polled.
    if (performance.now() - heardAt >= pause() - 1000) await ask();
    // Asking may have ended it.
    // oxlint-disable-next-line typescript/no-unnecessary-condition
    if (isOn) timer = setTimeout(() => void turn(), Math.max(1000, pause() - (performance.now() - heardAt)));
  }
  const seen = () => isSeen() && void turn();

  return {
    ask,
    /** Another tab has received the answer. */
    heard: () => void (heardAt = performance.now()),
    start() {
      if (isOn) return;
      isOn = true;
      document.addEventListener('visibilitychange', seen);
      void turn();
    },
    stop() {
      isOn = false;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', seen);
    },
  };
}

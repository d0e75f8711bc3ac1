import type { Browser } from './app.ts';

interface Erasing {
  asker: Browser;
  /** Agrees to it. */
  second: Browser;
}

/** Asks for an erasure and has it approved; what refused it, or the answer to the approval. */
export async function eraseBySecond({ asker, second }: Erasing, person: string, number: string, reason = 'They asked') {
  const before = await idsOf(second);
  const asked = await asker.post(`/privacy/${person}/erase`, { number, reason });
  const isWaiting = asked.statusCode === 303 || String(asked.body).includes('already waiting');
  if (!isWaiting) return asked;
  const now = await idsOf(second);
  const id = now.find((one) => !before.includes(one)) ?? now[0]!;
  return second.post(`/approvals/${id}/approve`);
}

const idsOf = async (browser: Browser): Promise<number[]> =>
  (await browser.page('/approvals')).props.waiting.map(({ id }: { id: number }) => id);

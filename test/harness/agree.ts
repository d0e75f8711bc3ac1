import { expect } from 'vitest';
import type { Browser } from './app.ts';

/** Approves what waits, as this browser's owner or group administrator may; returns the messages. */
export async function agree(browser: Browser): Promise<string[]> {
  const { waiting } = (await browser.page('/approvals')).props;
  const said: string[] = [];
  for (const { id, can } of waiting.toReversed()) {
    if (!can.approve) continue;
    const answer = await browser.post(`/approvals/${id}/approve`);
    expect(answer.statusCode, answer.body).toBe(200);
    said.push(answer.json().message);
  }
  return said;
}

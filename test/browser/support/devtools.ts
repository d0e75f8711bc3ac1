import type { BrowserContext, CDPSession, Page } from 'playwright-core';

/** A context's own way to a session: one that a test asks for itself spends the context. */
export const sessions = new WeakMap<BrowserContext, BrowserContext['newCDPSession']>();
const lines = new WeakMap<Page, Promise<CDPSession>>();

/** The line to the debugger of a page, for what leaves no trace in it. */
export function devtoolsOf(page: Page): Promise<CDPSession> {
  const context = page.context();
  const line = lines.get(page) ?? (sessions.get(context) ?? context.newCDPSession.bind(context))(page);
  lines.set(page, line);
  return line;
}

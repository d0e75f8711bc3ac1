import type { Visitor } from './visitor.ts';

/** A first visit of a page shows its tour, which lies over what it explains. */
export async function closeTour(visitor: Visitor, counter: string): Promise<void> {
  await visitor.see(counter);
  await visitor.driver.key('Escape');
  await visitor.until('the tour stays', async () => !(await visitor.isThere(counter)));
}

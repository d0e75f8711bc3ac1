import { test } from 'vitest';
import { openChromium } from './support/chromium.ts';
import { openProduct } from './support/product.ts';
import { withClient } from '#test/harness/client.ts';
test('x', async () => {
  const [p, b] = await Promise.all([openProduct(), openChromium()]);
  for (const [who, where] of [['registrar','/students/new']] as const) {
  const c = await p.window(b, who); const page = await c.newPage();
  page.on('console', (m) => console.log('C', m.text()));
  page.on('pageerror', (m) => console.log('E', m.stack));
  page.on('response', (m) => m.url().includes('assets') || console.log(m.status(), m.url()));
  await page.goto(where); await page.waitForTimeout(1500);
  console.log((await page.locator('body').innerText()).slice(0, 1500));
  }
  await withClient(p.ownerUrl, async (c) => { const r = await c.query("select conrelid::regclass t, conname, pg_get_constraintdef(oid) d from pg_constraint where confrelid='students'::regclass"); console.log(r.rows); 
   try { const x = await c.query("delete from students where first_name='Aisha' returning id"); console.log(x.rows) } catch (e) { console.log(String(e)) } });
  await b.close(); await p.close();
});

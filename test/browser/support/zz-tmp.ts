import { buildProbe } from './build.ts';
import { openProbeSite } from './probe-site.ts';
import { openChromium } from './chromium.ts';
const dir = await buildProbe('1');
const b = await openChromium();
for (let i=0;i<15;i++){
const site = await openProbeSite(dir);
const c = await b.newContext();
const page = await c.newPage();
const log: string[] = [];
page.on('console', (m) => log.push(m.text()));
await page.goto(site.url + '/numbered/1');
await page.locator('h1').waitFor();
await page.getByRole('link', { name: 'next' }).click();
await page.getByText('Number 2').waitFor();
await page.addInitScript(() => {
  console.log('init', location.href, performance.now());
  window.addEventListener('popstate', (e) => console.log('popstate', performance.now(), location.href, JSON.stringify(e.state).slice(0,180)), {capture:true});
  window.addEventListener('load', (e) => console.log('load', performance.now()));
  const r = history.replaceState.bind(history);
  history.replaceState = (s:any, t:any, u:any) => { console.log('replaceState', performance.now(), u, location.href); r(s,t,u); };
      const seen = window as unknown as { wentAt?: number; backAt?: number };
      new MutationObserver(() => {
        const title = document.querySelector('h1')?.textContent;
        if (title === 'Number 2' && !seen.wentAt) {
          seen.wentAt = performance.now();
          setTimeout(() => {console.log('back', performance.now()); history.back()}, 50);
        }
        if (title === 'Number 1' && seen.wentAt) seen.backAt ??= performance.now();
      }).observe(document, { childList: true, subtree: true, characterData: true });
});
await page.reload();
await page.waitForTimeout(1500);
const ok = (await page.locator('h1').innerText()) === 'Number 1';
console.log(i, ok, page.url());
if (!ok) console.log(log.join('\n'));
await c.close(); await site.kill();
}
await b.close();

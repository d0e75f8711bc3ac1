import { sql } from 'drizzle-orm';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { notify } from '#kernel/notify.ts';
import { FADE_MS } from '#ui/overlays/toast.ts';
import { violations } from './support/axe.ts';
import { openGallery } from './support/gallery.ts';
import { pageTime } from '#test/harness/time.ts';
import { sideBarLink } from './support/side-bar.ts';

type Gallery = Awaited<ReturnType<typeof openGallery>>;
let gallery: Gallery;

beforeAll(async () => void (gallery = await openGallery()));
afterEach(() => gallery.closeWindows());
afterAll(() => gallery?.close());

const tell = (username: keyof Gallery['product']['school']['accounts'], title: string, href = '/employees') => {
  const { ilorin, accounts } = gallery.product.school;
  return gallery.product.database.asSystem([ilorin.id], (tx) =>
    notify(tx, {
      institutionId: ilorin.id,
      to: [accounts[username]],
      kind: 'imports.done',
      title,
      body: 'So it is.',
      href,
    }),
  );
};
const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
const unread = (page: Page, words: string) => page.getByRole('button', { name: `Notifications, ${words}` }).waitFor();
const area = (page: Page) => page.getByRole('region', { name: 'Alerts' });
const cards = (page: Page) => area(page).locator('[data-toast]');

interface Faded {
  /** The milliseconds since the press. */
  at: number;
  opacity: number | null;
  /** How long its opacity is to change for, in milliseconds. */
  lasts: number;
}

/** Opacity of an element at every frame from a press on, until it is gone. */
const watchFade = (page: Page, button: string, watched: string) =>
  page.evaluate(
    ({ press, watch }) =>
      new Promise<Faded[]>((done) => {
        const seen: Faded[] = [];
        const find = (selector: string) => document.querySelector<HTMLElement>(selector);
        const element = find(watch)!;
        const isThere = () =>
          element.isConnected &&
          element.querySelectorAll('[data-toast]').length + Number(element.matches('[data-toast]')) > 0;
        const from = performance.now();
        const note = () => {
          const at = performance.now() - from;
          const opacity = isThere() ? Number(getComputedStyle(element).opacity) : null;
          const lasts = element.getAnimations().map(({ effect }) => Number(effect?.getComputedTiming().duration));
          seen.push({ at, opacity, lasts: Math.max(0, ...lasts) });
        };
        const look = () => {
          note();
          if (!isThere() || performance.now() - from > 20_000) done(seen);
          else requestAnimationFrame(look);
        };
        find(press)!.click();
        // A busy machine may draw no frame in between: what the browser was told is read before the first one.
        setTimeout(note);
        requestAnimationFrame(look);
      }),
    { press: button, watch: watched },
  );

/** It fades evenly downwards, is gone afterwards, and the whole takes as long as it may. */
function expectFade(seen: Faded[]) {
  const between = seen.flatMap(({ opacity }) => (opacity !== null && opacity > 0 && opacity < 1 ? [opacity] : []));
  expect(between).toEqual(between.toSorted((a, b) => b - a));
  expect(seen.at(-1)!.opacity).toBe(null);
  // Frames are late on a busy machine, so that it is gone no later is what the browser was told.
  expect(seen.at(-1)!.at).toBeGreaterThanOrEqual(FADE_MS - 20);
  expect(Math.max(...seen.map(({ lasts }) => lasts))).toBe(FADE_MS);
}

describe('the notifications area', () => {
  test('2.12 messages are dismissed one by one, or all at once where there are several', async () => {
    const { page, section, complaints } = await gallery.section('notifications');
    await section.getByRole('button', { name: 'Good news' }).click();
    await cards(page).waitFor();
    await expect.poll(() => area(page).getByRole('button', { name: 'Dismiss all' }).count()).toBe(0);
    await section.getByRole('button', { name: 'A refusal' }).click();
    await section.getByRole('button', { name: 'Something to know' }).click();
    await expect.poll(() => cards(page).count()).toBe(3);
    await cards(page).filter({ hasText: 'There is something' }).getByRole('button', { name: 'Dismiss' }).click();
    await expect.poll(() => cards(page).count()).toBe(2);
    await area(page).getByRole('button', { name: 'Dismiss all' }).click();
    await expect.poll(() => cards(page).count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test('4.6 closing the last notification fades out the area, closing one of several that one', async () => {
    const { page, section } = await gallery.section('notifications');
    await section.getByRole('button', { name: 'Good news' }).click();
    await section.getByRole('button', { name: 'A refusal' }).click();
    await expect.poll(() => cards(page).count()).toBe(2);
    await settled(page);
    expectFade(await watchFade(page, '[data-toast=good] [data-close]', '[data-toast=good]'));
    await expect.poll(() => area(page).evaluate((element) => getComputedStyle(element).opacity)).toBe('1');
    expectFade(await watchFade(page, '[data-toast=bad] [data-close]', '[data-toasts]'));
  });

  test('a message that arrives while a dialog is open is above it, can be read and closed there, and stays afterwards', async () => {
    const { page, complaints } = await gallery.open('/gallery?section=modal,notifications', {
      reducedMotion: 'reduce',
    });
    const section = page.locator('section#notifications');
    const refuse = section.getByRole('button', { name: 'A refusal' });
    const onTop = () =>
      cards(page)
        .first()
        .evaluate((card) => {
          const { left, top, width, height } = card.getBoundingClientRect();
          return card.contains(document.elementFromPoint(left + width / 2, top + height / 2));
        });
    await page.getByRole('link', { name: 'Name it', exact: true }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Give it a name' });
    await dialog.waitFor();
    const isPartOf = (selector: string) => page.locator(selector).locator('[data-toasts]').count();
    await expect.poll(() => isPartOf('dialog[open]')).toBe(1);
    await page.evaluate(() => (document.querySelector('[data-toasts] [role=alert]')!.id = 'listening'));
    await page.getByRole('button', { name: 'A refusal', includeHidden: true }).dispatchEvent('click');
    await dialog.locator('#listening [data-toast=bad]').waitFor();
    await expect.poll(onTop).toBe(true);
    expect(await violations(page)).toEqual([]);
    // Its own Escape closes it, not the dialog.
    await page.keyboard.press('F8');
    await expect.poll(() => focused(page)).toBe('Dismiss');
    await page.keyboard.press('Escape');
    await expect.poll(() => cards(page).count()).toBe(0);
    await expect.poll(() => dialog.isVisible()).toBe(true);
    await page.getByRole('button', { name: 'A refusal', includeHidden: true }).dispatchEvent('click');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => cards(page).count()).toBe(1);
    await expect.poll(() => isPartOf('dialog')).toBe(0);
    await expect.poll(onTop).toBe(true);
    await refuse.waitFor();
    expect(complaints).toEqual([]);
  });

  test('4.6 dismissing all fades the area; without motion they are gone at once', async () => {
    const { page, section } = await gallery.section('notifications');
    await section.getByRole('button', { name: 'Good news' }).click();
    await section.getByRole('button', { name: 'A refusal' }).click();
    await expect.poll(() => cards(page).count()).toBe(2);
    await area(page)
      .locator('button', { hasText: 'Dismiss all' })
      .evaluate((button) => (button.id = 'all'));
    expectFade(await watchFade(page, '#all', '[data-toasts]'));

    const still = await gallery.section('notifications', { reducedMotion: 'reduce' });
    await still.section.getByRole('button', { name: 'Good news' }).click();
    await cards(still.page).waitFor();
    const seen = await watchFade(still.page, '[data-close]', '[data-toasts]');
    expect(seen.filter(({ opacity }) => opacity !== null && opacity < 1)).toEqual([]);
    expect(Math.max(...seen.map(({ lasts }) => lasts))).toBeLessThan(1);
  });

  test('2.12 news disappears after its time unless it has the focus; an error stays', async () => {
    const { page, section } = await gallery.section('notifications');
    await page.clock.install();
    await section.getByRole('button', { name: 'Good news' }).click();
    await section.getByRole('button', { name: 'A refusal' }).click();
    await section.getByRole('button', { name: 'Something to know' }).click();
    await expect.poll(() => cards(page).count()).toBe(3);
    await cards(page).filter({ hasText: 'something to know' }).hover();
    await page.clock.runFor(11_000);
    await expect.poll(() => cards(page).count()).toBe(2);
    await expect
      .poll(() => cards(page).allTextContents())
      .toEqual([expect.stringContaining('something to know'), expect.stringContaining('JSS 1 A is full')]);
    await page.mouse.move(5, 5);
    await page.clock.runFor(11_000);
    await expect.poll(() => cards(page).count()).toBe(1);
    await page.clock.runFor(60_000);
    await expect.poll(() => cards(page).count()).toBe(1);
  });

  test('2.12 F8 leads to the messages, Escape dismisses them one after the other and leads back', async () => {
    const { page, section } = await gallery.section('notifications');
    const button = section.getByRole('button', { name: 'A refusal' });
    await section.getByRole('button', { name: 'Good news' }).press('Enter');
    await button.press('Enter');
    await expect.poll(() => cards(page).count()).toBe(2);
    await page.keyboard.press('F8');
    await expect.poll(() => focused(page)).toBe('Dismiss');
    await page.keyboard.press('Escape');
    await expect.poll(() => cards(page).count()).toBe(1);
    await expect.poll(() => focused(page)).toBe('Dismiss');
    await page.keyboard.press('Escape');
    await expect.poll(() => cards(page).count()).toBe(0);
    await expect.poll(() => focused(page)).toBe('A refusal');
  });

  test('2.12 past messages of a page are listed behind the bell, after they were dismissed and after a swap', async () => {
    const { page, section } = await gallery.section('notifications');
    await section.getByRole('button', { name: 'A refusal' }).click();
    await cards(page).getByRole('button', { name: 'Dismiss' }).click();
    await expect.poll(() => cards(page).count()).toBe(0);
    await (await sideBarLink(page, '/students')).click();
    await page.getByRole('heading', { level: 1, name: 'Students' }).waitFor();
    await bell(page).click();
    await page.getByRole('region', { name: 'This visit' }).getByText('JSS 1 A is full').waitFor();
  });
});

describe('the inbox behind the bell', () => {
  test('2.12 what happens in one browser arrives in another without a reload, and is read and dismissed there', async () => {
    const teacher = await gallery.open('/students', { username: 'teacher' });
    const { page } = teacher;
    await unread(page, 'none unread');
    await page.evaluate(() => void ((window as unknown as { stayed: boolean }).stayed = true));
    const registrar = await gallery.open('/students/batch-assignment');
    for (const name of ['Omoregie', 'Iorfa'])
      await registrar.page
        .getByRole('checkbox', { name: new RegExp(name) })
        .first()
        .check();
    const batch = gallery.product.school.ilorin.batchIds['JSS 2 A'];
    await registrar.page.getByLabel('Batch to assign').selectOption(String(batch));
    await registrar.page.getByRole('button', { name: 'Assign batch' }).click();

    await unread(page, '1 unread');
    await expect
      .poll(() => page.locator('[data-arrived]').textContent())
      .toBe('New notification: 2 students were assigned to JSS 2 A');
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('SPAN');
    expect(await page.evaluate(() => (window as unknown as { stayed?: boolean }).stayed)).toBe(true);

    await bell(page).click();
    await page.getByRole('link', { name: '2 students were assigned to JSS 2 A' }).click();
    await page.getByRole('heading', { level: 1, name: /JSS 2 A/ }).waitFor();
    await unread(page, 'none unread');
    await bell(page).click();
    await page.getByRole('button', { name: 'Dismiss: 2 students were assigned to JSS 2 A' }).click();
    await page.getByText('No new notifications.').waitFor();
    expect([...teacher.complaints, ...registrar.complaints]).toEqual([]);
  });

  test('what is about the page in view is read when it arrives, elsewhere it stays new', async () => {
    const { page, complaints } = await gallery.open('/students');
    await unread(page, 'none unread');
    const other = await page.context().newPage();
    await other.goto('/employees');
    await unread(other, 'none unread');
    await page.bringToFront();
    await tell('registrar', 'JSS1.csv is imported', '/students');
    await tell('registrar', 'SSS3.csv is imported', '/imports');
    await unread(page, '1 unread');
    await unread(other, '1 unread');
    await bell(page).click();
    await page.getByRole('button', { name: 'Mark as read: SSS3.csv is imported' }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: /^Mark as read: JSS1/ }).count()).toBe(0);
    await page.keyboard.press('Escape');
    // Its page comes into view by another way than the notification.
    await page.goto('/imports');
    await unread(page, 'none unread');
    const { ilorin, accounts } = gallery.product.school;
    await expect
      .poll(() =>
        gallery.product.database.asSystem([ilorin.id], async (tx) => {
          const { rows } = await tx.execute<{ many: number }>(
            sql`select count(*)::int as many from notifications where account_id = ${accounts.registrar} and read_at is null`,
          );
          return rows[0]!.many;
        }),
      )
      .toBe(0);
    expect(complaints).toEqual([]);
  });

  test('2.12 three tabs of one browser have one connection, and the next takes over when its tab closes', async () => {
    const context = await gallery.product.window(gallery.browser, 'owner');
    try {
      const streams = streamsOf(context);
      const tabs: Page[] = [];
      for (let at = 0; at < 3; at += 1) {
        const tab = await context.newPage();
        await tab.goto('/students');
        await unread(tab, 'none unread');
        tabs.push(tab);
      }
      await tell('owner', 'For all three');
      for (const tab of tabs) await unread(tab, '1 unread');
      expect(streams).toEqual(['eventsource']);
      await bell(tabs[2]!).click();
      await tabs[2]!.getByRole('button', { name: 'Mark all as read' }).click();
      for (const tab of tabs) await unread(tab, 'none unread');

      await tabs.shift()!.close();
      await expect.poll(() => streams.length).toBe(2);
      await tell('owner', 'For the two that stay');
      for (const tab of tabs) await unread(tab, '1 unread');
      expect(streams).toEqual(['eventsource', 'eventsource']);
    } finally {
      await context.close();
    }
  });

  test('2.12 asks once a minute where the stream is refused, only while the page is seen', async () => {
    const context = await gallery.product.window(gallery.browser, 'principal');
    try {
      const page = await context.newPage();
      await page.clock.install();
      let asked = 0;
      await page.route('**/notifications/stream', (route) => {
        if (route.request().headers()['accept'] === 'text/event-stream') return route.fulfill({ status: 503 });
        asked += 1;
        return route.continue();
      });
      await page.goto('/students');
      await page.getByRole('heading', { level: 1, name: 'Students' }).waitFor();
      await page.clock.runFor(10_000);
      await unread(page, 'none unread');
      await tell('principal', 'By asking');
      const before = asked;
      await page.clock.runFor(61_000);
      await unread(page, '1 unread');
      expect(asked - before).toBeLessThanOrEqual(2);

      await page.evaluate(() => {
        Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      });
      await page.clock.runFor(70_000);
      const hidden = asked;
      await page.clock.runFor(240_000);
      expect(asked).toBe(hidden);
      await tell('principal', 'While nobody looked');
      await page.evaluate(() => {
        Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      });
      await unread(page, '2 unread');
    } finally {
      await context.close();
    }
  });

  test('a stream that breaks is opened again after a pause, and nothing of that time is missed', async () => {
    const { page } = await gallery.open('/students', { username: 'bursar' });
    await unread(page, 'none unread');
    await page.context().setOffline(true);
    gallery.product.app.server.closeAllConnections();
    await tell('bursar', 'In the tunnel');
    await pageTime(page, 300);
    await expect.poll(() => bell(page).getAttribute('aria-label')).toBe('Notifications, none unread');
    await page.context().setOffline(false);
    await unread(page, '1 unread');
    await expect.poll(() => page.locator('[data-arrived]').textContent()).toBe('New notification: In the tunnel');
  });

  test('2.12 is worked by keyboard alone, and Escape gives the focus back', async () => {
    const { page } = await gallery.open('/institutions', { username: 'hr_officer' });
    await tell('hr_officer', 'First', '/account');
    await tell('hr_officer', 'Second', '/account');
    await unread(page, '2 unread');
    await bell(page).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Second' }).waitFor();
    await page.keyboard.press('Tab');
    await expect.poll(() => focused(page)).toBe('Mark all as read');
    await page.keyboard.press('Tab');
    await expect.poll(() => focused(page)).toBe('Second');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await unread(page, '1 unread');
    await expect.poll(() => focused(page)).toBe('Dismiss: Second');
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe('Dismiss: First');
    await page.keyboard.press('Escape');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Notifications, 1 unread');
  });

  for (const [colorScheme, width] of [
    ['light', 1280],
    ['dark', 375],
  ] as const)
    test(`2.12 axe finds nothing in area, panel and page, ${colorScheme} at ${width}, and nothing is wider than the window`, async () => {
      await tell('registrar', 'new-students-september.xlsx has been imported');
      const { page, section } = await gallery.section('notifications', {
        colorScheme,
        viewport: { width, height: 760 },
      });
      await section.getByRole('button', { name: 'With an undo' }).click();
      await section.getByRole('button', { name: 'A refusal' }).click();
      await cards(page).nth(1).waitFor();
      await settled(page);
      const found = await violations(page);
      await bell(page).click();
      await page.getByRole('link', { name: 'All notifications' }).waitFor();
      const panel = (await page.getByRole('dialog').boundingBox())!;
      expect([panel.x >= 0, panel.x + panel.width <= width]).toEqual([true, true]);
      found.push(...(await violations(page)));
      await page.getByRole('link', { name: 'All notifications' }).click();
      await page.getByRole('heading', { level: 1, name: 'Notifications' }).waitFor();
      await settled(page);
      found.push(...(await violations(page)));
      expect(found).toEqual([]);
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    });
});

test('2.12 the page of notifications shows all or unread ones, takes up what arrives, and teaches when it is empty', async () => {
  const { page } = await gallery.open('/notifications', { username: 'admission_officer' });
  await page.getByRole('heading', { name: 'No notifications yet' }).waitFor();
  await unread(page, 'none unread');
  await tell('admission_officer', 'One');
  await page.getByRole('main').getByRole('link', { name: 'One' }).waitFor();
  await tell('admission_officer', 'Two');
  await page.getByRole('main').getByRole('link', { name: 'Two' }).waitFor();
  // The page says so before the server has heard of it; a page that is asked for then is as it was before.
  const read = page.waitForResponse((answer) => answer.request().method() === 'POST');
  await page.getByRole('main').getByRole('button', { name: 'Mark as read: One' }).click();
  await unread(page, '1 unread');
  await read;
  await page.getByRole('navigation', { name: 'Filter notifications' }).getByRole('link', { name: 'Unread' }).click();
  await expect.poll(() => page.getByRole('main').locator('[data-notice]').count()).toBe(1);
  const heard = page.waitForResponse((answer) => answer.request().method() === 'POST');
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await heard;
  await unread(page, 'none unread');
  await page.reload();
  await page.getByRole('heading', { name: 'No unread notifications' }).waitFor();
});

test('2.12 a page costs no question about the inbox: neither the first one nor a swap asks for more than the stream', async () => {
  const { page } = await gallery.open('/students', { username: 'ict_administrator' });
  await unread(page, 'none unread');
  const asked: string[] = [];
  page.context().on('request', (request) => asked.push(new URL(request.url()).pathname));
  await (await sideBarLink(page, '/academic-sessions')).click();
  await page.getByRole('heading', { level: 1, name: 'Academic sessions' }).waitFor();
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Courses' }).click();
  await page.getByRole('heading', { level: 1, name: 'Courses' }).waitFor();
  expect(asked.filter((path) => path.startsWith('/notifications'))).toEqual([]);
});

const focused = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent?.trim(),
  );

/** Until no message moves any more, but for the line that shows how long an undo is left. */
const settled = (page: Page) =>
  page.waitForFunction(() =>
    document
      .querySelector('[data-toasts]')!
      .getAnimations({ subtree: true })
      .every((one) => one.playState === 'finished' || (one.effect?.getTiming().duration ?? 0) === 10_000),
  );

/** The requests for the inbox that a browser's tabs make, by what made them. */
function streamsOf(context: BrowserContext): string[] {
  const asked: string[] = [];
  context.on('request', (request) => {
    if (request.url().endsWith('/notifications/stream')) asked.push(request.resourceType());
  });
  return asked;
}

import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { violations, violationsInBothSchemes } from './support/axe.ts';
import { openGallery } from './support/gallery.ts';
import { watchRequests } from './support/requests.ts';
import { isSince, pageTime } from '#test/harness/time.ts';

let gallery: Awaited<ReturnType<typeof openGallery>>;
beforeAll(async () => void (gallery = await openGallery()));
afterEach(() => gallery.closeWindows());
afterAll(() => gallery?.close());

const stay = (page: Page) => page.evaluate(() => void ((window as { stayed?: boolean }).stayed = true));
const stayed = (page: Page) => page.evaluate(() => Boolean((window as { stayed?: boolean }).stayed));
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('name') ?? document.activeElement?.textContent ?? '');

describe('modal page', () => {
  test('2.16 7.13 the modal says at once that it loads, then shows the page that it fetched by GET', async () => {
    const { page, section, complaints } = await gallery.section('modal');
    await stay(page);
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/gallery/form', async (route) => {
      await held;
      await route.continue();
    });
    const asked = page.waitForRequest('**/gallery/form');
    await section.getByRole('link', { name: 'Name it', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('status').filter({ hasText: 'Loading…' }).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).waitFor();
    const request = await asked;
    expect(request.method()).toBe('GET');
    expect(await request.allHeaders()).toMatchObject({ 'x-inertia': 'true', 'x-xhr-referer': page.url() });
    expect((await request.allHeaders())['accept']).toContain('text/html');
    answer();
    await page.getByRole('dialog', { name: 'Give it a name' }).getByLabel('Name').waitFor();
    await expect.poll(() => focused(page)).toBe('Give it a name');
    // What loads later does so here too.
    await dialog.getByText('In use: Adire.').waitFor();
    await expect.poll(() => dialog.locator('[role=status]:not([data-toasts] *)').count()).toBe(0);
    expect(await stayed(page)).toBe(true);
    expect(new URL(page.url()).pathname).toBe('/gallery');
    expect(complaints).toEqual([]);
  });

  test('2.16 close icon, Escape, a press outside and Back close the modal, and the focus returns', async () => {
    const { page, section } = await gallery.section('modal');
    const link = section.getByRole('link', { name: 'Name it', exact: true });
    const dialog = page.getByRole('dialog', { name: 'Give it a name' });
    const address = page.url();
    const ways = [
      () => dialog.getByRole('button', { name: 'Close' }).click(),
      () => page.keyboard.press('Escape'),
      () => page.mouse.click(5, 300),
      () => page.goBack(),
      () => dialog.getByRole('link', { name: 'Cancel' }).click(),
    ];
    for (const close of ways) {
      await link.click();
      await dialog.waitFor();
      await close();
      await dialog.waitFor({ state: 'hidden' });
      await page.waitForFunction(() => document.activeElement?.textContent === 'Name it');
      expect(page.url()).toBe(address);
    }
    await page.goForward();
    await dialog.waitFor();
  });

  test('2.16 a form in the modal shows there what is refused; when it is taken the modal closes and says so', async () => {
    const { page, section, complaints } = await gallery.section('modal');
    await stay(page);
    await section.getByRole('link', { name: 'Name it with a button' }).click();
    const dialog = page.getByRole('dialog', { name: 'Give it a name' });
    await dialog.getByLabel('Name').fill('Taken');
    await dialog.getByRole('button', { name: 'Save name' }).click();
    await dialog.getByText('That name is taken. Choose another.').first().waitFor();
    await expect.poll(() => dialog.getByLabel('Name').inputValue()).toBe('Taken');
    await dialog.getByLabel('Name').fill('Adire');
    await dialog.getByRole('button', { name: 'Save name' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('Adire is saved.').waitFor();
    expect(await stayed(page)).toBe(true);
    expect(complaints).toEqual([]);
  });

  test('2.16 unsaved input in the modal is asked about before it closes', async () => {
    const { page, section } = await gallery.section('modal');
    await section.getByRole('link', { name: 'Name it', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Give it a name' });
    await dialog.getByLabel('Name').click();
    await page.keyboard.type('Half a na', { delay: 30 });
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    for (const close of [() => page.keyboard.press('Escape'), () => page.goBack().catch(() => null)]) {
      await close();
      await question.waitFor();
      await page.keyboard.press('Escape');
      await question.waitFor({ state: 'hidden' });
      // The next key goes to whoever has the focus then.
      await expect.poll(() => dialog.evaluate((one) => one.contains(document.activeElement))).toBe(true);
      await expect.poll(() => dialog.getByLabel('Name').inputValue()).toBe('Half a na');
    }
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Leave page' }).click();
    await dialog.waitFor({ state: 'hidden' });
  });

  test.for([
    [
      'a network error',
      (page: Page) =>
        page.route(
          '**/gallery/form',
          once((route) => route.abort()),
        ),
    ],
    [
      'a 5xx answer',
      (page: Page) =>
        page.route(
          '**/gallery/form',
          once((route) => route.fulfill({ status: 500 })),
        ),
    ],
    [
      'an answer that is no page',
      (page: Page) =>
        page.route(
          '**/gallery/form',
          once((route) => route.fulfill({ status: 200, body: 'only text' })),
        ),
    ],
    [
      'another release',
      (page: Page) =>
        page.route(
          '**/gallery/form',
          once((route) => route.continue({ headers: { ...route.request().headers(), 'x-inertia-version': 'old' } })),
        ),
    ],
  ] as const)('2.16 1.2 %s on the way of a modal becomes a full page load of its address', async ([, fail]) => {
    const { page, section } = await gallery.section('modal');
    await stay(page);
    await fail(page);
    await section.getByRole('link', { name: 'Name it', exact: true }).click();
    await page.waitForURL('**/gallery/form');
    await page.getByRole('heading', { level: 1, name: 'Give it a name' }).waitFor();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    expect(await stayed(page)).toBe(false);
  });

  test('2.16 a 4xx answer becomes a full page load of the address, and a held key leaves the link a link', async () => {
    const { page, section } = await gallery.section('modal');
    const [other] = await Promise.all([
      page.context().waitForEvent('page'),
      section.getByRole('link', { name: 'Name it', exact: true }).click({ modifiers: ['Control'] }),
    ]);
    await other.getByRole('heading', { level: 1, name: 'Give it a name' }).waitFor();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await section.getByRole('link', { name: 'Missing page' }).click();
    await page.waitForURL('**/gallery/nothing');
    await page.getByRole('heading', { name: 'Not found' }).waitFor();
  });
});

describe('modal page, on real pages', () => {
  test('2.16 a course is changed over the list, which keeps its filter and shows the new title', async () => {
    const { page, complaints } = await gallery.open('/courses?q=math');
    await stay(page);
    await page.getByRole('link', { name: 'Mathematics' }).click();
    const dialog = page.getByRole('dialog', { name: 'Mathematics' });
    const title = dialog.getByLabel('Title');
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
    await title.fill('');
    await dialog.getByRole('button', { name: 'Save course' }).click();
    await dialog.getByText('Fill in this field.').first().waitFor();
    expect(sent).toEqual([]);
    await title.fill('Pure Mathematics');
    await dialog.getByLabel('Code').fill('ENG');
    await dialog.getByRole('button', { name: 'Save course' }).click();
    await dialog.locator('[name=code][aria-invalid=true]:focus').waitFor();
    await dialog.getByLabel('Code').fill('MTH');
    await dialog.getByRole('button', { name: 'Save course' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('MTH Pure Mathematics was saved.').waitFor();
    await page.getByRole('row', { name: /Pure Mathematics/ }).waitFor();
    expect(new URL(page.url()).search).toBe('?q=math');
    await expect.poll(() => page.getByRole('row', { name: /English/ }).count()).toBe(0);
    expect(await stayed(page)).toBe(true);
    await page.getByRole('link', { name: 'Pure Mathematics' }).click();
    await dialog.getByRole('link', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(new URL(page.url()).search).toBe('?q=math');
    expect(complaints).toEqual([]);
  });

  test('2.16 a student is opened over the list to be assigned, and the selection stays', async () => {
    const { page } = await gallery.open('/students/batch-assignment');
    await page.getByRole('checkbox', { name: 'Select Bello, Aisha' }).check();
    await page.getByRole('link', { name: /Omoregie/ }).click();
    const dialog = page.getByRole('dialog', { name: /Omoregie/ });
    await dialog.getByRole('link', { name: 'Enrolments' }).click();
    await dialog.locator('a[aria-current=page]', { hasText: 'Enrolments' }).waitFor();
    await page.goBack();
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => page.getByRole('checkbox', { name: 'Select Bello, Aisha' }).isChecked()).toBe(true);
    // A link inside leads the page beneath.
    await page.getByRole('link', { name: /Omoregie/ }).click();
    await dialog.getByRole('link', { name: 'Edit record' }).click();
    await page.waitForURL('**/edit');
    await page.getByRole('heading', { level: 1, name: /Omoregie/ }).waitFor();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Batch assignment' }).waitFor();
  });

  test('2.16 two steps back at once from an open modal show the page that is there', async () => {
    const { page, complaints } = await gallery.open('/programs');
    await page.getByRole('link', { name: 'Courses' }).first().click();
    await page.waitForURL('**/courses');
    await page.getByRole('link', { name: 'English', exact: false }).first().click();
    await page.getByRole('dialog').waitFor();
    await page.evaluate(() => history.go(-2));
    await page.waitForURL('**/programs');
    await page.getByRole('heading', { level: 1, name: 'Programmes' }).waitFor();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test('2.16 by keyboard alone: open, stay inside, change, save, and return to the same place', async () => {
    const { page } = await gallery.open('/programs');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Junior Secondary' });
    await dialog.waitFor();
    for (let at = 0; at < 30; at += 1) {
      await page.keyboard.press('Tab');
      // Past its last control the browser's own may have the turn, the page beneath never.
      await expect
        .poll(() => page.evaluate(() => Boolean(document.activeElement?.closest('dialog, body:not(main *)'))))
        .toBe(true);
      await expect.poll(() => page.evaluate(() => Boolean(document.activeElement?.closest('main')))).toBe(false);
    }
    await dialog.getByLabel('Name').focus();
    await page.keyboard.press('End');
    await page.keyboard.type(' School');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('The programme was saved.').waitFor();
    await page.waitForFunction(() => document.activeElement?.textContent === 'Junior Secondary School');
  });

  test('2.16 at 375 wide the modal is a sheet at the lower edge, no wider than the screen', async () => {
    const { page } = await gallery.open('/courses', {
      viewport: { width: 375, height: 780 },
      reducedMotion: 'reduce',
      isMobile: true,
    });
    await page.getByRole('link', { name: 'English Language' }).click();
    const dialog = page.getByRole('dialog', { name: 'English Language' });
    const box = (await dialog.boundingBox())!;
    expect([box.x, Math.round(box.width), Math.round(box.y + box.height)]).toEqual([0, 375, 780]);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
  });
});

describe('sub-menu tabs', () => {
  test('4.19 a tab hides all panels, shows the panel named after it, and it alone is active', async () => {
    const { page, section } = await gallery.section('panel-tabs');
    const shown = () => section.getByRole('tabpanel').evaluateAll((panels) => panels.map((panel) => panel.id));
    const active = () =>
      section.locator('[role=tab][aria-selected=true]').evaluateAll((tabs) => tabs.map((tab) => tab.id));
    await expect.poll(shown).toEqual(['registered-panel', 'report-graph-panel']);
    await section.getByRole('tab', { name: 'Terms' }).click();
    await expect.poll(shown).toEqual(['terms-panel', 'report-graph-panel']);
    await expect.poll(active).toEqual(['terms', 'report-graph']);
    await section.getByRole('tab', { name: 'Table' }).click();
    expect(new URL(page.url()).hash).toBe('#terms,report-table');
    await page.reload();
    await section.getByText('There are three terms.').waitFor();
    await expect.poll(shown).toEqual(['terms-panel', 'report-table-panel']);
  });

  test('4.19 arrow keys, Home and End move between the tabs, Tab moves to the panel', async () => {
    const { page, section } = await gallery.section('panel-tabs');
    await section.getByRole('tab', { name: 'Registered' }).focus();
    for (const [key, name] of [
      ['ArrowRight', 'Terms'],
      ['End', 'Courses'],
      ['ArrowRight', 'Registered'],
      ['ArrowLeft', 'Courses'],
      ['Home', 'Registered'],
    ] as const) {
      await page.keyboard.press(key);
      await expect.poll(() => focused(page)).toBe(name);
      await expect.poll(() => section.getByRole('tab', { name }).getAttribute('aria-selected')).toBe('true');
    }
    await page.keyboard.press('Tab');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('registered-panel');
  });

  test('4.19 printed, the tabs are hidden and the current panel has its name', async () => {
    const { page, section } = await gallery.section('panel-tabs');
    await section.getByRole('tab', { name: 'Terms' }).click();
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => section.getByRole('tab').count()).toBe(0);
    await expect.poll(() => section.locator('#terms-panel').innerText()).toMatch(/^Terms\s+There are three terms\.$/);
    await expect.poll(() => section.locator('#registered-panel').isVisible()).toBe(false);
  });

  test('2.14 4.19 the institution shows registration and the graph report by default, with the figures of the session', async () => {
    const { page, complaints } = await gallery.open(`/institutions/${gallery.product.school.ilorin.id}`);
    const registration = page.getByRole('tabpanel', { name: 'Registration' });
    const graph = page.getByRole('tabpanel', { name: 'Graph' });
    await registration.waitFor();
    await graph.waitFor();
    await expect.poll(() => page.getByRole('tabpanel').count()).toBe(2);
    const cells = (name: RegExp) => registration.getByRole('row', { name }).getByRole('cell').allTextContents();
    await registration
      .getByRole('row', { name: /JSS 1 A/ })
      .getByRole('cell')
      .nth(1)
      .filter({ hasText: /\d/ })
      .waitFor();
    expect((await cells(/JSS 1 B/)).filter((_, at) => at !== 1)).toEqual(['2', '1']);
    expect((await cells(/^Total/)).filter((_, at) => at !== 1)).toEqual(['7', '76']);
    await expect
      .poll(() => graph.getByRole('listitem').allTextContents())
      .toEqual([expect.stringMatching(/JSS 1.*2 Girls.*3 Boys/), expect.stringMatching(/JSS 2.*1 Girls.*1 Boys/)]);
    await page.getByRole('tab', { name: 'Table' }).click();
    await expect.poll(() => graph.count()).toBe(0);
    await page.getByRole('tabpanel', { name: 'Table' }).getByRole('row', { name: /JSS 1/ }).waitFor();
    await registration.waitFor();
    await page.getByRole('tab', { name: 'Programmes' }).click();
    await page
      .getByRole('tabpanel', { name: 'Programmes' })
      .getByRole('row', { name: /Junior Secondary/ })
      .waitFor();
    await page.getByRole('tab', { name: 'Sessions' }).click();
    await page.getByRole('tabpanel', { name: 'Sessions' }).getByRole('link', { name: '2025/2026' }).click();
    await page.waitForURL(/academic_session=/);
    expect(complaints).toEqual([]);
  });

  test('2.14 users who cannot count students see seats', async () => {
    const { page } = await gallery.open(`/institutions/${gallery.product.school.ilorin.id}`, { username: 'teacher' });
    const registration = page.getByRole('tabpanel', { name: 'Registration' });
    await registration.getByRole('columnheader', { name: 'Seats' }).waitFor();
    await expect.poll(() => registration.getByRole('columnheader', { name: 'Registered' }).count()).toBe(0);
    await expect
      .poll(() => page.getByRole('tabpanel', { name: 'Graph' }).getByRole('listitem').first().textContent())
      .toMatch(/JSS 1.*43 Seats/);
  });
});

describe('nested records', () => {
  test('3.12 4.20 9.16 removing sets the destroy flag and hides the record, Undo takes it back, adding makes an id from the time', async () => {
    const { section } = await gallery.section('nested-records');
    const record = (at: number) => section.getByRole('group', { name: `Contact ${at}` });
    await record(1).getByLabel('Name').fill('Aunt Bisi Lawal');
    await record(1).getByRole('button', { name: 'Remove contact 1' }).click();
    await section.getByText('Aunt Bisi Lawal will be removed when you save.').first().waitFor();
    await expect.poll(() => section.locator('[name="contacts_attributes.7._destroy"]').inputValue()).toBe('1');
    await expect.poll(() => section.locator('[name="contacts_attributes.7.name"]').isVisible()).toBe(false);
    await expect.poll(() => section.getByRole('group').count()).toBe(1);
    const before = Date.now();
    await section.getByRole('button', { name: 'Add contact' }).click();
    const name = (await record(2).getByLabel('Name').getAttribute('name'))!;
    const id = Number(/^contacts_attributes\.(\d+)\.name$/.exec(name)![1]);
    expect(isSince(id, before)).toBe(true);
    await record(2).getByLabel('Name').fill('Cousin Efe');
    await section.getByRole('button', { name: 'Save contacts' }).click();
    expect((await section.locator('[data-sent]').textContent())!.split('\n')).toEqual([
      'contacts_attributes.7.id=7',
      'contacts_attributes.7._destroy=1',
      'contacts_attributes.9.id=9',
      'contacts_attributes.9._destroy=',
      'contacts_attributes.9.name=Uncle Musa',
      `contacts_attributes.${id}._destroy=`,
      `contacts_attributes.${id}.name=Cousin Efe`,
    ]);
    await section.getByRole('button', { name: 'Undo removing Aunt Bisi Lawal' }).click();
    await expect.poll(() => record(1).getByLabel('Name').inputValue()).toBe('Aunt Bisi Lawal');
    await expect.poll(() => section.locator('[name="contacts_attributes.7._destroy"]').inputValue()).toBe('');
  });

  test('4.20 by keyboard alone on the session form: add, remove, undo, with focus and announcements', async () => {
    const { page, complaints } = await gallery.open(
      `/academic-sessions/${gallery.product.school.ilorin.sessionIds.current}/edit`,
    );
    const said = () =>
      page
        .locator('[role=status]')
        .filter({ hasText: /Term|removed|back/ })
        .textContent();
    await page.getByRole('button', { name: 'Add term' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toMatch(/^terms\.\d{13,}\.name$/);
    await expect.poll(said).toBe('Term 3 was added.');
    await expect
      .poll(() => page.getByRole('group', { name: 'Term 3' }).getByLabel('Name').inputValue())
      .toBe('Third Term');
    for (let at = 0; at < 20 && (await focused(page)) !== 'Remove'; at += 1) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe('Undo');
    await expect.poll(said).toBe('Third Term will be removed when you save.');
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toMatch(/^terms\.\d{13,}\.name$/);
    await expect.poll(said).toBe('Third Term was restored.');
    expect(await violations(page, 'main')).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('3.12 errors of a nested record are shown in its own row', async () => {
    const { page } = await gallery.open(`/academic-sessions/${gallery.product.school.ilorin.sessionIds.current}/edit`);
    await page.getByRole('button', { name: 'Remove term 1' }).click();
    await page.getByRole('button', { name: 'Add term' }).click();
    const added = page.getByRole('group', { name: 'Term 2' });
    await added.getByLabel('Name').fill('Fourth Term');
    await added.getByLabel('First day').fill('2027-05-03');
    await added.getByLabel('Last day').fill('2027-05-01');
    await page.getByRole('button', { name: 'Save session' }).click();
    await added.getByText('Fourth Term must end after it starts.').waitFor();
    await expect.poll(() => page.getByRole('group', { name: 'Term 1' }).locator('[aria-invalid]').count()).toBe(0);
    await expect.poll(() => page.locator('[name$="_destroy"][value="1"]').count()).toBe(1);
  });
});

test('8.1 3.12 a nested record that was added survives a line that broke, with its dates', async () => {
  const { page } = await gallery.open(`/academic-sessions/${gallery.product.school.ilorin.sessionIds.current}/edit`);
  await page.getByRole('button', { name: 'Add term' }).click();
  const added = page.getByRole('group', { name: 'Term 3' });
  await added.getByLabel('Name').fill('Summer school');
  await added.getByLabel('First day').fill('3/5/2027');
  await added.getByLabel('Last day').fill('28/5/2027');
  await page.route('**/academic-sessions/*', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await page.evaluate(() => void ((window as { stayed?: boolean }).stayed = true));
  await page.getByRole('button', { name: 'Save session' }).click();
  await page.waitForFunction(() => !('stayed' in window));
  await added.waitFor();
  await expect.poll(() => added.getByLabel('Name').inputValue()).toBe('Summer school');
  await expect.poll(() => added.getByLabel('First day').inputValue()).toBe('03/05/2027');
  await expect.poll(() => added.getByLabel('Last day').inputValue()).toBe('28/05/2027');
  await expect.poll(() => page.getByRole('group', { name: /^Term / }).count()).toBe(3);
});

describe('remote and required', () => {
  test('1.3 a remote form and a remote link are sent in the background; the page stays', async () => {
    const { page, section } = await gallery.section('remote');
    await stay(page);
    const sent = watchRequests(page);
    const form = section.getByRole('form', { name: 'Remote form' });
    await form.getByLabel('Name').fill('Taken');
    await form.getByRole('button', { name: 'Send in the background' }).click();
    await form.getByText('That name is taken. Choose another.').waitFor();
    await form.getByLabel('Name').fill('Ada');
    await form.getByRole('button', { name: 'Send in the background' }).click();
    await section.getByText('The server received Ada.').waitFor();
    await section.getByRole('link', { name: 'Ask in the background' }).click();
    await section.getByText('The server answered.').waitFor();
    expect(sent).toEqual(['POST xhr /gallery/remote', 'POST xhr /gallery/remote', 'GET xhr /gallery/heard']);
    expect(new URL(page.url()).pathname).toBe('/gallery');
    expect(await stayed(page)).toBe(true);
  });

  test('1.3 5.5 inviting a person is a remote form: blank it sends nothing, filled in the page stays', async () => {
    const { page } = await gallery.open('/accounts/new', { username: 'owner' });
    await stay(page);
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname));
    await page.getByRole('button', { name: 'Invite user' }).click();
    await page.getByText('Fill in this field.').first().waitFor();
    expect(sent).toEqual([]);
    await page.getByLabel('Name', { exact: true }).fill('Ngozi Eze');
    await page.getByLabel('Username', { exact: true }).fill('ngozi.eze');
    await page.getByRole('checkbox', { name: 'Registrar' }).check();
    await page.getByRole('button', { name: 'Invite user' }).click();
    await page
      .getByText(/ngozi\.eze/)
      .first()
      .waitFor();
    expect(sent).toEqual(['/accounts']);
    expect(await stayed(page)).toBe(true);
  });

  test('1.5 5.5 a form with a blank required field, or one of spaces, or Please Select, sends nothing and leads there', async () => {
    const { page, section } = await gallery.section('required');
    const sent = watchRequests(page);
    const save = section.getByRole('button', { name: 'Save what is required' });
    await section.getByLabel('Name', { exact: true }).fill('Ada');
    await save.click();
    await section.locator('[data-field=batch]').getByText('Fill in this field.').waitFor();
    await expect.poll(() => focused(page)).toBe('batch');
    await section.getByLabel('Batch').selectOption({ label: 'JSS 1 A' });
    await section.getByLabel('Name', { exact: true }).fill('   ');
    await save.click();
    await section.locator('[data-field=name]').getByText('Fill in this field.').waitFor();
    await expect.poll(() => focused(page)).toBe('name');
    expect(sent).toEqual([]);
    await section.getByLabel('Name', { exact: true }).fill('Ada');
    await save.click();
    await page.getByText('Ada is saved.').waitFor();
  });

  test('what is wrong with a field is said in our words beside it, not in a bubble of the browser', async () => {
    const { page, section } = await gallery.section('required');
    const save = section.getByRole('button', { name: 'Save what is required' });
    await section.getByLabel('Name', { exact: true }).fill('Ada');
    await section.getByLabel('Batch').selectOption({ label: 'JSS 1 A' });
    await section.getByLabel('E-mail').fill('ada');
    await save.click();
    await section.locator('[data-field=email]').getByText('Enter an e-mail address, such as').waitFor();
    await expect.poll(() => focused(page)).toBe('email');
    await expect.poll(() => page.locator('#field-note').count()).toBe(0);
    await section.getByLabel('E-mail').fill('');
    const bare = section.getByLabel('Without a place for its message');
    await bare.fill('abc');
    await save.click();
    await page.locator('#field-note').getByText('Enter digits only.').waitFor();
    await expect.poll(() => focused(page)).toBe('bare');
    await bare.fill('12');
    await expect.poll(() => page.locator('#field-note').count()).toBe(0);
    await expect.poll(() => bare.getAttribute('aria-invalid')).toBeNull();
  });
});

describe('select that submits', () => {
  test('5.1 7.12 a choice submits the form at once, Please Select never does', async () => {
    const { page, section } = await gallery.section('select-that-submits');
    const select = section.getByLabel('Fee', { exact: true });
    await expect.poll(() => select.locator('option').first().textContent()).toBe('Please Select');
    await select.selectOption('tuition');
    await section.getByText('Submitted: tuition', { exact: true }).waitFor();
    await select.selectOption('');
    await pageTime(page, 300);
    await expect.poll(() => section.getByRole('status').textContent()).toBe('Submitted: tuition');
    await section.getByRole('button', { name: 'Show fee' }).focus();
    await page.keyboard.press('Enter');
    await pageTime(page, 300);
    await expect.poll(() => section.getByRole('status').textContent()).toBe('Submitted: tuition');
  });

  test('5.1 arrow keys walk through the choices without submitting; Enter or the button then does', async () => {
    const { page, section } = await gallery.section('select-that-submits');
    const button = section.getByRole('button', { name: 'Show fee' });
    const said = section.getByRole('status');
    await section.getByLabel('Fee', { exact: true }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => section.getByLabel('Fee', { exact: true }).inputValue()).toBe('boarding');
    expect((await button.boundingBox())!.width).toBeGreaterThan(24);
    await expect.poll(() => said.textContent()).toBe('');
    await page.keyboard.press('Enter');
    await said.filter({ hasText: 'Submitted: boarding' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await said.filter({ hasText: 'Submitted: boarding, bus' }).waitFor();
  });

  test('7.12 the session selector of the batches submits its form by keyboard once Enter says so', async () => {
    const { page } = await gallery.open('/batches?state=open');
    const asked = watchRequests(page);
    await page.getByLabel('Session', { exact: true }).focus();
    await page.keyboard.press('ArrowDown');
    await pageTime(page, 300);
    expect(asked).toEqual([]);
    await page.keyboard.press('Enter');
    const past = String(gallery.product.school.ilorin.sessionIds.past);
    await page.waitForURL((url) => url.searchParams.get('academic_session') === past);
    expect(new URL(page.url()).searchParams.get('state')).toBe('open');
  });
});

describe('ticks', () => {
  test('4.7 select-all ticks and unticks every row of a plain list, and is ticked exactly when all are', async () => {
    const { section } = await gallery.section('select-all');
    const form = section.getByRole('form', { name: 'Recipients' });
    const all = form.getByLabel('Select all recipients');
    const ticked = () => form.locator('li input:checked').count();
    await all.check();
    await expect.poll(ticked).toBe(2);
    await form.getByText('2 of 2 selected').waitFor();
    await form.getByLabel('Obi, Ada').uncheck();
    await expect.poll(() => all.isChecked()).toBe(false);
    await expect.poll(() => all.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true);
    await form.getByLabel('Obi, Ada').check();
    await expect.poll(() => all.isChecked()).toBe(true);
    await all.uncheck();
    await expect.poll(ticked).toBe(0);
    await expect.poll(() => form.getByLabel('Okafor, Ngozi').isDisabled()).toBe(true);
  });

  test('4.7 select-all of a table ticks all of its rows', async () => {
    const { section } = await gallery.section('select-all');
    const all = section.getByLabel('Select all people shown');
    await expect.poll(() => all.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true);
    await all.check();
    await expect.poll(() => section.locator('tbody input:checked').count()).toBe(3);
    await all.uncheck();
    await expect.poll(() => section.locator('tbody input:checked').count()).toBe(0);
  });

  test('b leads from a ticked row to its actions, Escape back, and ? shows the keys', async () => {
    const { page } = await gallery.open('/students');
    const name = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
    await page.getByRole('checkbox', { name: /^Select Bello,/ }).press('Space');
    const bar = page.getByRole('region', { name: 'Actions for selected rows' });
    await bar.waitFor();
    await page.keyboard.press('b');
    await expect.poll(() => bar.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(name).toMatch(/^Select Bello,/);
    await page.keyboard.press('b');
    await bar.getByRole('button', { name: 'Clear' }).press('Enter');
    await bar.waitFor({ state: 'detached' });
    await expect.poll(name).toMatch(/^Select Bello,/);
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Go to the actions for').waitFor();
  });

  test('Tab comes by the actions after the row that was ticked last, and goes on with the next row', async () => {
    const { page } = await gallery.open('/students');
    const where = () =>
      page.evaluate(() => {
        const at = document.activeElement!;
        const row = [...document.querySelectorAll('[data-row]')].indexOf(at.closest('[data-row]')!);
        return at.closest('[data-bulk-bar]') ? 'bar' : `row ${row}`;
      });
    const bar = page.getByRole('region', { name: 'Actions for selected rows' });
    const walk = async (key: string) => {
      const passed = [await where()];
      for (let at = 0; at < 16; at++) {
        await page.keyboard.press(key);
        const next = await where();
        if (next !== passed.at(-1)) passed.push(next);
      }
      return passed.slice(0, 3);
    };
    await page.locator('[data-row] input[type=checkbox]').nth(2).press('Space');
    await bar.waitFor();
    expect(await walk('Tab')).toEqual(['row 2', 'bar', 'row 3']);
    await page.locator('[data-row]').nth(3).getByRole('checkbox').focus();
    expect(await walk('Shift+Tab')).toEqual(['row 3', 'bar', 'row 2']);
    // A row that is ticked no more has no actions behind it.
    await page.locator('[data-row] input[type=checkbox]').nth(5).press('Space');
    await page.keyboard.press('Space');
    expect(await walk('Tab')).toEqual(['row 5', 'row 6', 'row 7']);
  });

  test('4.7 a role takes a whole area of permissions at once, and keeps it', async () => {
    const { page } = await gallery.open('/roles', { username: 'owner' });
    await page.getByRole('link', { name: 'Cashier', exact: true }).click();
    const all = page.getByLabel('All permissions for students');
    await all.check();
    await page.getByRole('button', { name: 'Save role' }).click();
    await page.waitForURL('**/roles');
    await page.getByRole('link', { name: 'Cashier', exact: true }).click();
    await all.waitFor();
    await expect.poll(() => all.isChecked()).toBe(true);
  });

  test('3.13 5.2 only one is_current box can be ticked, other boxes stay unchanged', async () => {
    const { section } = await gallery.section('is-current');
    const ticked = () =>
      section
        .locator('input:checked')
        .evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).labels![0]!.textContent));
    const other = 'Open for enrolment (not in the group)';
    await expect.poll(ticked).toEqual(['2026/2027', other]);
    await section.getByLabel('2027/2028').check();
    await expect.poll(ticked).toEqual(['2027/2028', other]);
    await section.getByText('Only one session can be current: the other one was cleared.').waitFor();
    await section.getByLabel('2027/2028').uncheck();
    await expect.poll(ticked).toEqual([other]);
  });
});

type Handler = Parameters<Page['route']>[1];
/** Fails the first time only: the full load is answered. */
function once(handle: (route: Parameters<Handler>[0]) => unknown): Handler {
  let used = false;
  return (route) => {
    if (used) return route.continue();
    used = true;
    return handle(route);
  };
}

test('axe finds nothing in an open modal, light and dark', async () => {
  const { page, section } = await gallery.section('modal', { reducedMotion: 'reduce' });
  await section.getByRole('link', { name: 'Name it', exact: true }).click();
  await page.getByRole('dialog', { name: 'Give it a name' }).waitFor();
  expect(await violationsInBothSchemes(page, 'dialog[open]')).toEqual([]);
});

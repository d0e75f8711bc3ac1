import { ok } from 'node:assert/strict';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SignIn } from '#test/harness/product-process.ts';
import { hasHeading, isOpenTab, rowsWith, tabs } from './in-page.ts';
import { takeRegister } from './take-register.ts';
import type { Visitor } from './visitor.ts';

type Journey = (visitor: Visitor, signIns: SignIn[]) => Promise<void>;

/** In this order, in one window: what one leaves, the next finds. */
export const journeys: Record<string, Journey> = {
  'the public site': async (visitor) => {
    await visitor.open('/');
    await visitor.press('Sign in', 'link');
    // The home page has a card with the same heading and fields.
    await visitor.until('the page for signing in does not come', async () => (await visitor.path()) === '/sign-in');
    await visitor.heading('Sign in');
  },
  'sign in': async (visitor, signIns) => {
    const { username, password } = signIns.find(({ role }) => role === 'Registrar')!;
    await visitor.fill('Username', username);
    await visitor.fill('Password', 'not this one');
    await visitor.press('Sign in');
    await visitor.see('Incorrect username or password.');
    await visitor.fill('Password', password);
    await visitor.press('Sign in');
    await visitor.heading('Home');
  },
  'a tour': async (visitor) => {
    await visitor.open('/students');
    await visitor.see('1 of 6');
    for (let at = 2; at <= 6; at += 1) {
      await visitor.press('Next');
      await visitor.see(`${at} of 6`);
    }
    await visitor.press('Done');
    await visitor.until('the tour stays', async () => !(await visitor.isThere('6 of 6')));
  },
  'a list: search, sort, select all': async (visitor) => {
    await visitor.open('/students');
    const [first] = (await namesOfRows(visitor)) as [string];
    const [surname] = first.split(',') as [string];
    await visitor.fill('Search', surname);
    await visitor.until(`others than ${surname} stay`, async () =>
      (await namesOfRows(visitor)).every((name) => name.includes(surname)),
    );
    const { length } = await namesOfRows(visitor);
    await visitor.press('Select all', 'tick');
    await visitor.see(`${length} selected`);
    await visitor.press('Select all', 'tick');
    await visitor.until('some stay selected', async () => !(await visitor.isThere(`${length} selected`)));
  },
  'a record and its tabs': async (visitor) => {
    const [first] = (await namesOfRows(visitor)) as [string];
    await visitor.press(first, 'link');
    const [surname] = first.split(',') as [string];
    await visitor.until('no heading has the name', () => visitor.driver.call(hasHeading, surname));
    const names = await visitor.driver.call(tabs);
    ok(names.length > 3, 'the record has no tabs');
    for (const tab of names) {
      await visitor.press(tab, 'tab');
      await visitor.until(`“${tab}” does not open`, () => visitor.driver.call(isOpenTab, tab));
    }
  },
  'a new student by the form': async (visitor) => {
    await visitor.open('/students/new');
    await visitor.fill('Surname', 'Coker');
    await visitor.fill('First name', 'Dupe');
    await visitor.choose('Gender', 'Female');
    await visitor.fill('Date of birth', '03/05/2014');
    await visitor.fill('Mobile phone', '08031234567');
    await visitor.press('Admit student');
    await visitor.see('Dupe Coker was admitted as');
  },
  'an edit of the record': async (visitor) => {
    await visitor.press('Edit', 'link');
    await visitor.fill('Middle name', 'Abimbola');
    await visitor.press('Save');
    await visitor.heading('Dupe Abimbola Coker');
  },
  'an import of students': async (visitor) => {
    const file = join(await mkdtemp(join(tmpdir(), 'akada-browsers-')), 'roster.csv');
    const rows = ['Zainab', 'Zubairu', 'Zita'].map((name) => `${name},Importeds,2014-05-03,Female`);
    await writeFile(file, `First name,Surname,Date of birth,Gender\n${rows.join('\n')}\n`);
    await visitor.open('/imports/new');
    await visitor.attach(file);
    await visitor.see('roster.csv');
    await visitor.press('Upload and map columns');
    await visitor.press('Check file');
    await visitor.press('Import 3');
    await visitor.see('3 students imported');
  },
  'an assignment to a batch, and its undoing': async (visitor) => {
    await visitor.open('/students/batch-assignment?q=importeds');
    await visitor.press('Select all', 'tick');
    await visitor.see('3 selected');
    const label = 'Class arm to assign';
    const free = (await visitor.options(label)).find(hasThreeSeats);
    ok(free, 'every class arm is full');
    await visitor.choose(label, free);
    await visitor.press('Assign class arm');
    await visitor.press('Undo');
    const batch = free.replace(/ \(.*/, '');
    await visitor.until('nothing is undone', async () => (await visitor.driver.call(rowsWith, batch)) === 0);
  },
  'the home page': async (visitor) => {
    await visitor.open('/home');
    await visitor.heading('Waiting for you');
  },
  'a phone: nothing wider than the screen': async (visitor) => {
    await visitor.driver.resize(500, 800);
    for (const path of ['/home', '/students', '/students/new', '/imports/new', '/account']) {
      await visitor.open(path);
      await visitor.until(`${path} is not drawn`, () =>
        visitor.driver.call(() => Boolean(document.querySelector('h1'))),
      );
      ok((await visitor.driver.call(() => document.documentElement.scrollWidth - innerWidth)) <= 0, path);
    }
  },
  'a register, by its class teacher on a phone': takeRegister,
};

/** An option such as "JSS 1 A (37 of 40)". */
function hasThreeSeats(option: string): boolean {
  const [, taken, seats] = /\((\d+) of (\d+)\)/.exec(option) ?? [];
  return seats !== undefined && Number(taken) + 3 <= Number(seats);
}

async function namesOfRows(visitor: Visitor): Promise<string[]> {
  const read = () =>
    visitor.driver.call(() =>
      [...document.querySelectorAll('main tbody a[href]')].map((link) => link.textContent.trim()),
    );
  await visitor.until('the list has no rows', async () => (await read()).length > 0);
  return read();
}

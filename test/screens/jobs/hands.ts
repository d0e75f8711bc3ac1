import type { Locator, Page } from 'playwright-core';

/** How many times Tab may be pressed for one control. */
const mostTabs = 40;

/**
 * What somebody does on a page, counted. An act is a press on a control, one text typed into a field, one key that
 * chooses or submits, or one paste. To go to a field and type into it is one act; to move the focus is none.
 */
export abstract class Hands {
  acts = 0;
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Presses a button, a link, a tick or an option of a list. */
  async press(control: Locator): Promise<void> {
    this.acts += 1;
    await control.first().waitFor();
    await this.doPress(control.first());
  }

  async type(field: Locator, text: string): Promise<void> {
    this.acts += 1;
    await this.goTo(field.first());
    await this.page.keyboard.press('Control+a');
    await this.page.keyboard.type(text);
  }

  /** Into the search that every page has. */
  async search(text: string): Promise<void> {
    this.acts += 1;
    await this.goToSearch();
    await this.page.keyboard.type(text);
  }

  async key(name: string): Promise<void> {
    this.acts += 1;
    await this.page.keyboard.press(name);
  }

  /** What was copied elsewhere. */
  async paste(): Promise<void> {
    await this.key('Control+v');
  }

  /** Goes to a field where something is pasted; with a pointer that is a press. */
  abstract point(field: Locator): Promise<void>;
  protected abstract doPress(control: Locator): Promise<void>;
  protected abstract goTo(field: Locator): Promise<void>;
  protected abstract goToSearch(): Promise<void>;
}

export class Pointer extends Hands {
  point(field: Locator) {
    return this.press(field);
  }
  protected doPress(control: Locator) {
    return control.click();
  }
  protected goTo(field: Locator) {
    return field.click();
  }
  protected goToSearch() {
    return this.goTo(this.page.getByRole('search', { name: 'Everywhere' }).getByRole('searchbox'));
  }
}

/** Presses keys alone. */
export class Keyboard extends Hands {
  point(field: Locator) {
    return this.goTo(field.first());
  }

  protected async doPress(control: Locator) {
    if ((await control.getAttribute('role')) === 'option') await this.move('ArrowDown', () => isChosen(control));
    else if (await control.getAttribute('data-target')) await this.moveInGrid(control);
    else await this.goTo(control);
    const isTick = await control.evaluate((element) => element.matches('[type=checkbox], [type=radio]'));
    await this.page.keyboard.press(isTick ? 'Space' : 'Enter');
  }

  protected async goTo(field: Locator) {
    await field.waitFor();
    if (await hasFocus(field)) return;
    await this.skipMenu();
    const isInMenu = await field.evaluate((element) => element.matches('[role=menuitem]'));
    await this.move(isInMenu ? 'ArrowDown' : 'Tab', () => hasFocus(field));
  }

  protected async goToSearch() {
    await this.page.keyboard.press('Control+k');
    await this.page.getByRole('combobox', { name: 'Search', exact: true }).waitFor();
  }

  /** By its link, which comes first on a page that was just opened. */
  private async skipMenu() {
    if (!(await this.page.evaluate(() => document.activeElement === document.body))) return;
    await this.page.keyboard.press('Tab');
    if (await hasFocus(this.page.getByRole('link', { name: /^Skip/ }).first())) await this.page.keyboard.press('Enter');
  }

  /** From cell to cell of a timetable, with a lesson in hand. */
  private async moveInGrid(cell: Locator) {
    const place = (from: Locator) =>
      from.getAttribute('data-target').then((text) => (text ?? '').split('-').map(Number));
    const [day, period] = await place(cell);
    const here = this.page.locator('[data-target]:focus');
    await here.waitFor();
    const isAt = async (part: number) => (await place(here))[part]! - [day!, period!][part]!;
    for (const [part, back, on] of [
      [0, 'ArrowLeft', 'ArrowRight'],
      [1, 'ArrowUp', 'ArrowDown'],
    ] as const)
      await this.move((await isAt(part)) > 0 ? back : on, async () => (await isAt(part)) === 0);
  }

  private async move(key: string, isThere: () => Promise<boolean>) {
    for (let pressed = 0; !(await isThere()); pressed += 1) {
      if (pressed === mostTabs) throw new Error(`Not reached with ${key} pressed ${mostTabs} times`);
      await this.page.keyboard.press(key);
    }
  }
}

const hasFocus = (field: Locator) => field.evaluate((element) => element === document.activeElement);
const isChosen = async (option: Locator) => (await option.getAttribute('aria-selected')) === 'true';

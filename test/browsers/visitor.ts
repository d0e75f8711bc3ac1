import { setTimeout } from 'node:timers/promises';
import { kinds, type Kind } from './find-element.ts';

/** One element, as a browser's driver holds it. */
export interface PageElement {
  click(): Promise<void>;
  /** Types at the end of what stands there. */
  type(text: string): Promise<void>;
  select(value: string): Promise<void>;
  attach(file: string): Promise<void>;
  /** Calls a function in the page with the element and values that are JSON. */
  call<Answer>(work: (element: Element, ...values: string[]) => Answer, ...values: string[]): Promise<Answer>;
}

/** What a browser's driver can do: as little as both speak. */
export interface Driver {
  name: string;
  version: string;
  open(url: string): Promise<void>;
  find(selector: string, name: string): Promise<PageElement | null>;
  /** Calls a function in the page with values that are JSON. */
  call<Answer>(work: (...values: string[]) => Answer, ...values: string[]): Promise<Answer>;
  key(key: 'Enter' | 'Escape' | 'Tab'): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  picture(file: string): Promise<void>;
  /** Errors in the console since the last call, also what the content policy blocked; null if the driver can't say. */
  takeErrors(): string[] | null;
  close(): Promise<void>;
}

const patience = 30_000;
class InVain extends Error {}

/** Somebody who uses the product through one browser, and sees and does what a person can. */
export class Visitor {
  readonly driver: Driver;
  readonly #url: string;

  constructor(driver: Driver, url: string) {
    this.driver = driver;
    this.#url = url;
  }

  open(path: string): Promise<void> {
    return this.driver.open(new URL(path, this.#url).href);
  }
  path(): Promise<string> {
    return this.driver.call(() => location.pathname);
  }
  see(text: string): Promise<PageElement> {
    return this.#find('any', text);
  }
  heading(text: string): Promise<PageElement> {
    return this.#find('heading', text);
  }
  isThere(text: string): Promise<boolean> {
    return this.driver.find(kinds.any, text).then(Boolean);
  }
  async press(name: string, kind: Kind = 'button'): Promise<void> {
    await this.#doing(`press ${name}`, async () => (await this.#find(kind, name)).click());
  }
  async fill(label: string, text: string): Promise<void> {
    await this.#doing(`fill in ${label}`, async () => {
      const field = await this.#find('field', label);
      // What is typed replaces what stands there.
      await field.call((element) => (element as HTMLInputElement).select());
      await field.type(text);
    });
  }
  /** In a native list, or in one of our own that opens from a field or button. */
  async choose(label: string, option: string): Promise<void> {
    await this.#doing(`choose ${option} in ${label}`, async () => {
      const field = await this.#find('field', label);
      const value = await field.call(valueOf, option);
      if (value !== null) return field.select(value);
      await field.click();
      await this.press(option, 'option');
    });
  }
  /** Of a native list. */
  async options(label: string): Promise<string[]> {
    const field = await this.#find('field', label);
    return field.call((element) => [...(element as HTMLSelectElement).options].map(({ text }) => text.trim()));
  }
  /** To the page's own field for a file. */
  async attach(file: string): Promise<void> {
    await (await this.#find('file', '')).attach(file);
  }
  /** Waits for the page to say so, however long a busy machine takes. */
  async until(what: string, isSo: () => Promise<boolean>): Promise<void> {
    for (const end = Date.now() + patience; Date.now() < end; await setTimeout(50)) if (await isSo()) return;
    throw new InVain(`${this.driver.name} waited in vain: ${what}`);
  }

  async #find(kind: Kind, name: string): Promise<PageElement> {
    let found: PageElement | null = null;
    await this.until(`no ${kind} “${name}”`, async () => Boolean((found = await this.driver.find(kinds[kind], name))));
    return found!;
  }
  /** What React draws anew between looking and acting is looked for again. */
  async #doing(what: string, act: () => Promise<void>): Promise<void> {
    let last: unknown;
    for (let attempt = 0; attempt < 5; attempt += 1) {
      try {
        return await act();
      } catch (error) {
        // It has been waited for already.
        if (error instanceof InVain) throw error;
        last = error;
        await setTimeout(100);
      }
    }
    throw new Error(`${this.driver.name} could not ${what}`, { cause: last });
  }
}

/** Of the option with this text, in a native list; the page calls it. */
function valueOf(element: Element, option: string): string | null {
  if (!(element instanceof HTMLSelectElement)) return null;
  const found = [...element.options].find(({ text }) => text.trim() === option);
  if (!found) throw new Error(`No option “${option}”`);
  return found.value;
}

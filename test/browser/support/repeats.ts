import type { Page } from 'playwright-core';

/**
 * Does it while of rows and entries that differ in nothing but their words only the first three and the last are drawn:
 * what is wrong with one of the others is wrong with these. Kept is also what is beside another, not below it.
 */
export async function withoutRepeats<Result>(page: Page, look: () => Promise<Result>): Promise<Result> {
  await page.evaluate(hideRepeats);
  try {
    return await look();
  } finally {
    await page.evaluate(() => {
      for (const element of document.querySelectorAll<HTMLElement>('[data-repeat]')) {
        element.style.removeProperty('display');
        if (element.dataset['repeat']) element.style.display = element.dataset['repeat'];
        delete element.dataset['repeat'];
      }
    });
  }
}

/** Runs in the page. */
function hideRepeats() {
  const kept = 3;
  const numbers = new Map<string, number>();
  const kinds = new Map<Element, number>();
  /** What an element and all in it are but for their words: of those, whether there are any. */
  const kindOf = (element: Element): number => {
    const attributes = [...element.attributes].map(({ name, value }) =>
      /^(class|style|role|type|tabindex|aria-(?!label|labelledby|describedby|controls|owns|activedescendant))/.test(
        name,
      )
        ? `${name}=${value}`
        : `${name}${value.trim() ? '' : ' is empty'}`,
    );
    const states = ['checked', 'disabled', 'selected', 'indeterminate'].filter(
      (state) => (element as unknown as Record<string, unknown>)[state],
    );
    const parts = [...element.childNodes].map((node) =>
      node instanceof Element ? kindOf(node) : node.nodeType === 3 && node.nodeValue!.trim() ? 'text' : '',
    );
    const text = [element.localName, ...attributes, ...states, '>', ...parts].join('\n');
    const kind = numbers.get(text) ?? numbers.size;
    numbers.set(text, kind);
    kinds.set(element, kind);
    return kind;
  };
  kindOf(document.body);
  for (const parent of document.body.querySelectorAll('*')) {
    if (parent.childElementCount <= kept + 1) continue;
    const alike = Map.groupBy(parent.children, (child) => {
      const { left, width, height } = child.getBoundingClientRect();
      return [kinds.get(child), left, width, height && 'drawn'].join();
    });
    for (const all of alike.values()) {
      for (const element of all.slice(kept, -1) as HTMLElement[]) {
        if (!element.style || element.contains(document.activeElement)) continue;
        element.dataset['repeat'] = element.style.display;
        element.style.setProperty('display', 'none', 'important');
      }
    }
  }
}

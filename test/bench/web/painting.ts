/** What has to be on the page: so many of these elements, the last of them laid out. */
export interface ExpectedElements {
  selector: string;
  count: number;
}

interface Watch {
  /** When the wanted elements of the first load had been painted. */
  loaded: Promise<number>;
  /** When anything at all had been painted. */
  firstPaint: Promise<number>;
  /** From the person's next click or entry until the elements are there, and are not those of before, painted. */
  swapped(wanted: ExpectedElements): void;
  painted?: Promise<number>;
}

declare global {
  var watch: Watch;
}

/** Runs in the page before its own scripts. It looks after each change, not from outside, which would come late. */
export function watchPainting(first: ExpectedElements): void {
  const textOf = ({ selector }: ExpectedElements) => document.querySelector(selector)?.textContent;
  const isThere = ({ selector, count }: ExpectedElements) => {
    const found = document.querySelectorAll(selector);
    return found.length >= count && found[count - 1]!.getBoundingClientRect().height > 0;
  };
  const afterPaint = () =>
    new Promise<number>((done) => requestAnimationFrame(() => setTimeout(() => done(performance.now()))));
  const whenChanged = (isDone: () => boolean) =>
    new Promise<number>((done) => {
      const look = () => {
        if (!isDone()) return;
        observer.disconnect();
        document.removeEventListener('load', look, true);
        void afterPaint().then(done);
      };
      const observer = new MutationObserver(look);
      const attributes = { attributes: true, attributeFilter: ['data-ready'] };
      observer.observe(document, { childList: true, subtree: true, characterData: true, ...attributes });
      // Styles that come after the elements make them visible without a change.
      document.addEventListener('load', look, true);
    });
  const firstPaint = new Promise<number>((done) => {
    const look = (list: PerformanceObserverEntryList) => {
      for (const { name, startTime } of list.getEntries()) if (name === 'first-contentful-paint') done(startTime);
    };
    new PerformanceObserver(look).observe({ type: 'paint', buffered: true });
    // A browser without a screen may tell of no paint.
    addEventListener('load', () => setTimeout(() => done(NaN), 5000));
  });
  globalThis.watch = {
    loaded: whenChanged(() => isThere(first)),
    firstPaint,
    swapped(wanted) {
      const before = textOf(wanted);
      let start: number | undefined;
      const begin = (event: Event) => (start ??= event.timeStamp);
      const starts = ['click', 'input', 'change'];
      for (const name of starts) document.addEventListener(name, begin, { capture: true });
      this.painted = whenChanged(() => start !== undefined && textOf(wanted) !== before && isThere(wanted)).then(
        (painted) => {
          for (const name of starts) document.removeEventListener(name, begin, { capture: true });
          return painted - start!;
        },
      );
    },
  };
}

import { useEffect, type Dispatch, type RefObject, type SetStateAction } from 'react';

type Set<T> = Dispatch<SetStateAction<T>>;

/**
 * What was chosen before the script ran: the browser keeps it in the form, also when it restores a page, and the first
 * render cannot know it.
 */
export function useChosenBefore(
  form: RefObject<HTMLFormElement | null>,
  choices: Record<string, Set<string>>,
  ticks: Record<string, Set<boolean>> = {},
): void {
  useEffect(() => {
    const read = () => {
      const elements = form.current?.elements;
      if (!elements) return;
      for (const [name, set] of Object.entries(choices)) {
        const element = elements.namedItem(name);
        if (element instanceof HTMLSelectElement) set(element.value);
      }
      for (const [name, set] of Object.entries(ticks)) {
        const element = elements.namedItem(name);
        if (element instanceof HTMLInputElement) set(element.checked);
      }
    };
    read();
    // Coming back restores values after the page has loaded.
    window.addEventListener('pageshow', read);
    return () => window.removeEventListener('pageshow', read);
    // Once: afterwards React hears of every change.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
}

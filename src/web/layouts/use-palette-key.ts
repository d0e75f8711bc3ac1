import { useEffect } from 'react';

/**
 * Ctrl K (or ⌘ K) from anywhere. The first time the palette has to load: text typed meanwhile goes into it instead of
 * the page.
 */
export function usePaletteKey(open: () => void, type: (change: (text: string) => string) => void): void {
  useEffect(() => {
    let isAwaited = false;
    const press = (event: KeyboardEvent) => {
      const { key, target } = event;
      const isCommand = event.ctrlKey || event.metaKey;
      if (isCommand && key.toLowerCase() === 'k') {
        isAwaited = !isInPalette(target);
        open();
      } else if (!isAwaited || isCommand || event.altKey) return;
      else if (isInPalette(target)) return void (isAwaited = false);
      else if (key === 'Backspace') type((text) => text.slice(0, -1));
      else if (key.length === 1) type((text) => text + key);
      else if (key !== 'Enter') {
        if (!MODIFIERS.includes(key)) isAwaited = false;
        return;
      }
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    const leave = () => void (isAwaited = false);
    window.addEventListener('keydown', press, { capture: true });
    window.addEventListener('pointerdown', leave);
    return () => {
      window.removeEventListener('keydown', press, { capture: true });
      window.removeEventListener('pointerdown', leave);
    };
  }, [open, type]);
}

const MODIFIERS = ['Shift', 'CapsLock', 'Dead'];
const isInPalette = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[data-palette]') !== null;

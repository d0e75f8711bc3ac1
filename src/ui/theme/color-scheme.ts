import { COLOR_SCHEME_KEY } from './color-scheme-script.ts';

export type ColorScheme = 'light' | 'dark' | 'auto';

const dark = () => matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();
let chosen: ColorScheme | undefined;

/** Sets light, dark or the system's scheme; remembered on this device. */
export function setColorScheme(scheme: ColorScheme): void {
  chosen = scheme;
  try {
    if (scheme === 'auto') localStorage.removeItem(COLOR_SCHEME_KEY);
    else localStorage.setItem(COLOR_SCHEME_KEY, scheme);
  } catch {
    // Private windows may refuse storage; the choice then lasts until the page is left.
  }
  applyColorScheme();
}

/** Follows the device and choices made in other windows. */
export function watchColorScheme(): void {
  dark().addEventListener('change', applyColorScheme);
  window.addEventListener('storage', (event) => {
    if (event.key !== COLOR_SCHEME_KEY) return;
    chosen = undefined;
    applyColorScheme();
  });
}

/** Pages with an inline script have the scheme before they are drawn; others call this. */
export function applyColorScheme(): void {
  const scheme = chosenScheme();
  const isDark = scheme === 'dark' || (scheme === 'auto' && dark().matches);
  document.documentElement.setAttribute('data-color-scheme', isDark ? 'dark' : 'light');
  for (const listener of listeners) listener();
}

/** The current choice. */
export function chosenScheme(): ColorScheme {
  return (chosen ??= stored());
}

function stored(): ColorScheme {
  try {
    const value = localStorage.getItem(COLOR_SCHEME_KEY);
    return value === 'light' || value === 'dark' ? value : 'auto';
  } catch {
    return 'auto';
  }
}

/** Tells of changes of the choice; returns how to stop. */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

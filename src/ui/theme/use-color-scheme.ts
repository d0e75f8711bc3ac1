import { useSyncExternalStore } from 'react';
import { chosenScheme, subscribe, type ColorScheme } from './color-scheme.ts';

/** The current choice. */
export const useColorScheme = (): ColorScheme => useSyncExternalStore(subscribe, chosenScheme, () => 'auto');

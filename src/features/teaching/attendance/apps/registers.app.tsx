import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { applyColorScheme, watchColorScheme } from '#ui/theme/color-scheme.ts';
import { OfflineRegisters } from './offline-registers.tsx';

/* The page in which registers are taken without a network. It knows what the device has kept, and nothing else. */
applyColorScheme();
watchColorScheme();
createRoot(document.getElementById('registers')!).render(
  <StrictMode>
    <OfflineRegisters />
  </StrictMode>,
);

import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { useColorScheme } from './color-scheme.ts';
import { cssVariablesResolver, theme } from './theme.ts';

const nonce = () => document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

/**
 * Goes around a part of a page that is made of Mantine's own components. Not around the whole product: the kit needs
 * none of it, and it weighs 9 KB gzip on every first load.
 */
export function Mantine({ children }: { children: ReactNode }) {
  const scheme = useColorScheme();
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      getStyleNonce={nonce}
      {...(scheme === 'auto' ? { defaultColorScheme: 'auto' } : { forceColorScheme: scheme })}
    >
      {children}
    </MantineProvider>
  );
}

import type { Page } from '@inertiajs/core';
import type { Context } from 'react';

declare module '@inertiajs/react' {
  /** Exported by bin/inertia/plugin.ts. */
  export const PageContext: Context<Page | null>;
}

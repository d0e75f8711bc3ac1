import type { Feature } from '#web/feature.ts';

export const homeFeature = { name: 'home' } satisfies Feature;

import type { Feature } from '#web/feature.ts';

export const dashletFeature = { name: 'dashlets' } satisfies Feature;

import type { Feature } from '#web/feature.ts';
import { makePinsJob } from './batches/make-pins.job.ts';
import { pinPersonalData } from './pins.personal-data.ts';
import { pinPermissions } from './pins.policy.ts';
import { tidyPins } from './tidy-pins.job.ts';

export const pinFeature = {
  name: 'pins',
  permissions: pinPermissions,
  roles: {
    admission_officer: ['pins.view', 'pins.make', 'pins.handOver'],
    bursar: ['pins.view', 'pins.edit', 'pins.void'],
    principal: ['pins.view'],
    cashier: ['pins.view'],
  },
  nouns: { pins: 'Pins' },
  jobs: [makePinsJob, tidyPins],
  personalData: pinPersonalData,
} satisfies Feature;

import type { Feature } from '#web/feature.ts';
import { batchRoutes } from './batches/batches.routes.ts';
import { makePinsJob } from './batches/make-pins.job.ts';
import { kindRoutes } from './kinds/kinds.routes.ts';
import { pinPersonalData } from './pins.personal-data.ts';
import { pinPermissions } from './pins.policy.ts';
import { pinTours } from './pins.tour.ts';
import { sellerRoutes } from './sellers/sellers.routes.ts';
import { stockRoutes } from './stock/stock.routes.ts';
import { tidyPins } from './tidy-pins.job.ts';
import { pinDashlets } from './pins.dashlets.ts';
import { pinReports } from './pins.reports.ts';

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
  routes: [stockRoutes, kindRoutes, sellerRoutes, batchRoutes],
  jobs: [makePinsJob, tidyPins],
  tours: pinTours,
  menu: [
    {
      section: 'admissions',
      place: 60,
      label: 'Pins',
      href: '/pins',
      may: ['pins.view'],
      group: 'pins',
      also: 'scratch card result checker registration pin token',
    },
  ],
  personalData: pinPersonalData,
  dashlets: pinDashlets,
  reports: pinReports,
} satisfies Feature;

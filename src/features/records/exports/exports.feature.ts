import type { Feature } from '#web/feature.ts';
import { exportPersonalData } from './exports.personal-data.ts';
import { exportRoutes } from './exports.routes.ts';
import { makeExportJob, tidyExportFiles } from './make/make-export.job.ts';

export const exportFeature = {
  name: 'exports',
  nouns: { exports: 'Long exports' },
  routes: [exportRoutes],
  jobs: [makeExportJob, tidyExportFiles],
  personalData: exportPersonalData,
} satisfies Feature;

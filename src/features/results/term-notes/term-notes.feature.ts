import type { Feature } from '#web/feature.ts';
import { bankRoutes } from './bank/bank.routes.ts';
import { noteRoutes } from './notes/notes.routes.ts';
import { termNotePersonalData } from './term-notes.personal-data.ts';
import { attendanceReports } from './term-notes.reports.ts';

/** What people add to report cards besides marks: attendance, traits and remarks. */
export const termNoteFeature = {
  name: 'term-notes',
  nouns: { termNotes: 'Report card notes' },
  routes: [noteRoutes, bankRoutes],
  demo: async () => (await import('./load.demo.ts')).steps,
  personalData: termNotePersonalData,
  reports: attendanceReports,
} satisfies Feature;

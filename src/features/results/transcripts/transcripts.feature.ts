import type { Feature } from '#web/feature.ts';
import { graduationRoutes } from './graduation/graduation.routes.ts';
import { paperRoutes } from './papers/papers.routes.ts';
import { maySeeTranscript, studentTranscript } from './papers/student-papers.queries.ts';
import { verifyPapersNightly } from './papers/verify-nightly.job.ts';
import { paperPrintRoutes } from './print/print.routes.ts';
import { transcriptPersonalData } from './transcripts.personal-data.ts';
import { transcriptPermissions } from './transcripts.policy.ts';
import { transcriptTours } from './transcripts.tour.ts';

/** What a student takes along: transcripts and statements of result, and who is ready to graduate. */
export const transcriptFeature = {
  name: 'transcripts',
  permissions: transcriptPermissions,
  roles: { registrar: ['transcripts.issue'] },
  nouns: { transcripts: 'Transcripts' },
  routes: [paperRoutes, paperPrintRoutes, graduationRoutes],
  menu: [
    {
      section: 'results',
      place: 40,
      label: 'Transcripts',
      href: '/transcripts',
      may: ['transcripts.issue'],
      group: 'transcripts',
    },
    {
      section: 'results',
      place: 45,
      label: 'Graduation',
      href: '/graduation',
      may: ['results.view'],
      group: 'promotion',
      also: 'graduation list',
    },
  ],
  tours: transcriptTours,
  jobs: [verifyPapersNightly],
  confirmations: { transcripts: { what: 'Transcripts and statements of result', nouns: ['transcripts'] } },
  profileTabs: [
    {
      of: 'student',
      name: 'transcript',
      label: 'Transcript',
      place: 9,
      isRare: true,
      may: maySeeTranscript,
      component: 'transcripts/student-transcript',
      load: studentTranscript,
    },
  ],
  personalData: transcriptPersonalData,
} satisfies Feature;

import type { Tour } from '#kernel/contracts/tour.ts';

export const transcriptTours: Tour[] = [
  {
    name: 'transcripts/paper-list',
    title: 'Transcripts',
    about: 'Issued transcripts and statements of result.',
    may: ['transcripts.issue'],
    href: '/transcripts',
    steps: [
      {
        at: 'page-title',
        title: 'Transcripts',
        text: 'Each paper is kept as it was issued, with its number. Issue one on the student’s record, under Transcript.',
      },
      {
        at: 'list-search',
        title: 'Find a paper',
        text: 'Search by its number, the student or the recipient. The menu of a row prints it again or revokes it.',
      },
    ],
  },
  {
    name: 'transcripts/graduation',
    title: 'Graduation list',
    about: 'Students of final classes who have passed everything, and what the others are missing.',
    may: ['results.view'],
    href: '/graduation',
    steps: [
      {
        at: 'page-title',
        title: 'Graduation list',
        text: 'Worked out from published and imported results: courses still to be passed, units, CGPA and class.',
      },
    ],
  },
];

import type { Tour } from '#kernel/contracts/tour.ts';

export const attendanceTours: Tour[] = [
  {
    ...{ name: 'attendance/settings', page: 'attendance/settings', version: 1, title: 'Attendance settings' },
    about: 'Choose how registers are taken, and add your own codes.',
    ...{ may: ['attendance.edit'], href: '/attendance/settings' },
    steps: [
      {
        at: 'attendance-rules',
        title: 'Registers and alerts',
        text: 'How often registers are taken and by when, and how long teachers can correct before guardians are told. Registers already taken stay as they are.',
      },
      {
        at: 'attendance-codes',
        title: 'Your own codes',
        text: 'Letters for what you write besides present, late and absent. Each counts as one of the built-in marks.',
      },
    ],
  },
];

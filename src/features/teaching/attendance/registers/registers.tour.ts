import type { Tour } from '#kernel/contracts/tour.ts';
import { seeingRegisters } from './place.queries.ts';

export const registerTours: Tour[] = [
  {
    name: 'attendance/registers',
    title: 'Registers',
    about: 'Take the registers of your class, and see which are missing.',
    may: seeingRegisters,
    href: '/registers',
    steps: [
      {
        at: 'own-registers',
        title: 'Your registers',
        text: 'The registers of your own class or lessons. Everyone is present until you change their mark. They also work offline: what you save is kept on this device and sent later.',
        may: ['attendance.takeOwn', 'attendance.take'],
      },
      {
        at: 'untimed-lessons',
        title: 'Lessons without a timetable',
        text: 'If registers are taken by lesson and no timetable is published, your courses are listed here. Open one when you teach it, and choose its period.',
        may: ['attendance.takeOwn', 'attendance.take'],
      },
      {
        at: 'all-registers',
        title: 'All registers',
        text: 'How many registers of the day are taken, and which are not. The page refreshes every 30 seconds.',
        may: ['attendance.view', 'attendance.take'],
      },
    ],
  },
];

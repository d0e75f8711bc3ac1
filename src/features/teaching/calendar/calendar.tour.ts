import type { Tour } from '#kernel/contracts/tour.ts';
import { maySeeCalendar } from './calendar.policy.ts';

export const calendarTours: Tour[] = [
  {
    name: 'calendar/calendar',
    title: 'Calendar',
    about: 'School days, holidays and events.',
    may: maySeeCalendar,
    href: '/calendar',
    steps: [
      {
        at: 'calendar-period',
        title: 'Month or week',
        text: 'Use the arrows to change the month. On a keyboard, arrow keys move between days, Page Up and Page Down between months, and Enter opens a day.',
      },
      {
        at: 'page-action',
        title: 'Add to the calendar',
        text: 'A holiday, a half day, an extra school day or an event, for everyone or for some classes.',
        may: ['calendar.edit'],
      },
      {
        at: 'page-more',
        title: 'On your phone',
        text: 'Subscribe to your own calendar, so that your phone shows these dates and follows changes.',
      },
    ],
  },
  {
    name: 'calendar/school-days',
    title: 'Times school opened',
    about: 'The school days of each term, and how they are counted.',
    may: maySeeCalendar,
    href: '/calendar/school-days',
    steps: [
      {
        at: 'page-title',
        title: 'Counted by the calendar',
        text: 'A whole day counts twice, morning and afternoon; a half day once. Holidays and weekends don’t count.',
      },
    ],
  },
];

import type { Tour } from '#kernel/contracts/tour.ts';
import { seeingRegisters } from '../registers/place.queries.ts';

export const monthTours: Tour[] = [
  {
    name: 'attendance/month',
    title: 'Monthly register',
    about: 'The registers of a month or a week, as the ministry’s form shows them.',
    may: seeingRegisters,
    href: '/registers',
    andThen: 'Then click Month beside a class.',
    steps: [
      {
        at: 'month-period',
        title: 'Month or week',
        text: 'Use the arrows to change the month or week. Holidays are grey, with their names.',
      },
      {
        at: 'month-table',
        title: 'Strokes and letters',
        text: 'X is present all day, / in the morning and \\ in the afternoon. Letters show the reason for an absence. Click a day to open its register.',
      },
      {
        at: 'month-summary',
        title: 'For the ministry',
        text: 'Attendances, average attendance and percentage, for boys and girls separately.',
      },
      {
        at: 'page-action',
        title: 'On paper',
        text: 'The register as an A4 PDF. Use the menu to download it as XLSX or CSV.',
      },
    ],
  },
];

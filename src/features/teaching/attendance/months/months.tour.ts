import type { Tour } from '#kernel/contracts/tour.ts';
import { seeingRegisters } from '../registers/place.queries.ts';

export const monthTours: Tour[] = [
  {
    name: 'attendance/month',
    title: 'Monthly register',
    about: 'The registers of a month or a week, as the ministry’s form shows them.',
    may: seeingRegisters,
    href: '/registers',
    andThen: 'Then press Month beside a class.',
    steps: [
      {
        at: 'month-period',
        title: 'Month or week',
        text: 'Turn the pages with the arrows. Holidays of the calendar are grey, with their names.',
      },
      {
        at: 'month-table',
        title: 'Strokes and letters',
        text: 'X is present all day, / in the morning and \\ in the afternoon. Letters say why somebody was away. Press a day to open its register.',
      },
      {
        at: 'month-summary',
        title: 'For the ministry',
        text: 'Attendances, average attendance and percentage, boys and girls apart.',
      },
      {
        at: 'page-action',
        title: 'On paper',
        text: 'The register as a PDF on A4. The menu beside it saves it as XLSX or CSV.',
      },
    ],
  },
];

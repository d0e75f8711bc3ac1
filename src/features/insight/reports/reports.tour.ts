import type { Tour } from '#kernel/contracts/tour.ts';

export const reportTours: Tour[] = [
  {
    name: 'reports/report-list',
    title: 'Reports',
    about: 'Lists and graphs that you run often.',
    may: ['reports.view'],
    href: '/reports',
    steps: [
      {
        at: 'page-title',
        title: 'Your reports and those shared with you',
        text: 'Click a report to run it. You see the records and fields that you have access to.',
      },
      {
        at: 'page-action',
        title: 'Design a report',
        text: 'Choose fields and filters, watch the preview, and save the report to run it again.',
        may: ['reports.create'],
      },
    ],
  },
  {
    name: 'reports/schedule-list',
    title: 'Scheduled reports',
    about: 'Reports that are sent as a link every day, week or month.',
    may: ['reports.create', 'reports.share'],
    href: '/report-schedules',
    steps: [
      {
        at: 'page-title',
        title: 'Sent automatically',
        text: 'Each recipient gets a link, signs in, and sees the records that they have access to. Add a schedule on a saved report, under “More actions”.',
      },
    ],
  },
  {
    name: 'reports/report-design',
    title: 'New report',
    about: 'Design a report in three steps, with a preview.',
    may: ['reports.create'],
    href: '/reports/new',
    steps: [
      {
        at: 'report-about',
        title: 'Source',
        text: 'Choose students, employees or other records. A preset fills in the rest, and you can change everything.',
      },
      {
        at: 'report-fields',
        title: 'Fields',
        text: 'Search for a field and add it. Drag the chosen fields into order, or use the arrows.',
      },
      {
        at: 'report-filters',
        title: 'Filters',
        text: 'Choose which rows belong in the report. Tick “Ask when run” to choose the value each time.',
      },
      {
        at: 'report-preview',
        title: 'Preview',
        text: 'The first 50 rows, as you choose. Save the report to run it in full, or run it without saving.',
      },
    ],
  },
  {
    name: 'reports/graph-design',
    title: 'New graph',
    about: 'Design a graph with a preview of the chart.',
    may: ['reports.create'],
    href: '/graphs/new',
    steps: [
      {
        at: 'graph-about',
        title: 'Source',
        text: 'Choose students, employees or other records.',
      },
      {
        at: 'graph-groups',
        title: 'Groups and measure',
        text: 'Choose one or two fields to group by. Count the rows of each group, or sum or average a field.',
      },
      {
        at: 'graph-chart',
        title: 'Chart',
        text: 'Choose the chart that suits the figures. The same figures are in a table below it.',
      },
      {
        at: 'graph-preview',
        title: 'Preview',
        text: 'The graph, as you choose. In the saved graph, click a figure to open its rows.',
      },
    ],
  },
];

import { isYes, type FilterOf, type MeaningsOf } from '#kernel/contracts/report-list.ts';
import type { ReportParts } from '#kernel/contracts/report.ts';
import type { unidentifiedList } from './suspense/unidentified.list.ts';

/** The list of unidentified payments as a report. */
export const bankReports: ReportParts = {
  lists: [
    {
      name: 'unidentified',
      subject: 'payment',
      always: [isYes('is_unidentified')],
      filters: { channel: 'channel', age: { left: 'Age' } } satisfies MeaningsOf<FilterOf<typeof unidentifiedList>>,
      columns: {
        day: ['day'],
        amount: ['amount'],
        channel: ['channel', 'reference'],
        narration: ['payer'],
      },
      sorts: { '': ['day'] },
    },
  ],
};

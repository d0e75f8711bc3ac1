import type { PropsOfList } from '#kernel/list/declare-list.ts';
import { page } from '#web/page.ts';
import type { DesignerPage } from './design/design-page.queries.ts';
import type { RunPage } from './run/run-page.ts';
import type { reportList, ReportRowOfList } from './saved/reports.list.ts';
import type { SharingPage } from './saved/sharing-page.queries.ts';

export const reportListPage = page<
  Omit<PropsOfList<typeof reportList>, 'rows'> & { rows: ReportRowOfList[]; can: { create: boolean } }
>('reports/report-list');
export const reportDesignPage = page<DesignerPage>('reports/report-design');
export const reportPage = page<RunPage>('reports/report');
export const reportSharingPage = page<SharingPage>('reports/report-sharing');

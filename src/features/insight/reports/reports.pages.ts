import type { PropsOfList } from '#kernel/list/declare-list.ts';
import { page } from '#web/page.ts';
import type { DesignerPage } from './design/design-page.queries.ts';
import type { GraphDesignerPage } from './graphs/design/graph-design-page.queries.ts';
import type { GraphPage } from './graphs/run/small-graph.ts';
import type { LabelsPage } from './labels/label-file.ts';
import type { RunPage } from './run/report-to-run.ts';
import type { reportList, ReportRowOfList } from './saved/reports.list.ts';
import type { ScheduleForm } from './schedules/schedule-form.queries.ts';
import type { scheduleList } from './schedules/schedules.list.ts';
import type { SharingPage } from './saved/change-reports.ts';

export const reportListPage = page<
  Omit<PropsOfList<typeof reportList>, 'rows'> & { rows: ReportRowOfList[]; can: { create: boolean } }
>('reports/report-list');
export const reportDesignPage = page<DesignerPage>('reports/report-design');
export const reportPage = page<RunPage>('reports/report');
export const graphDesignPage = page<GraphDesignerPage>('reports/graph-design');
export const graphPage = page<GraphPage>('reports/graph');
export const reportSharingPage = page<SharingPage>('reports/report-sharing');
export const reportLabelsPage = page<LabelsPage>('reports/report-labels');
export const reportSchedulePage = page<ScheduleForm>('reports/report-schedule');
export const scheduleListPage = page<PropsOfList<typeof scheduleList>>('reports/schedule-list');

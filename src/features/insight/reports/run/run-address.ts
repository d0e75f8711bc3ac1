import { z } from 'zod';
import { id } from '#kernel/schemas.ts';
import { withParams } from '#ui/href.ts';
import { answersIn } from './answers-in.ts';
import { Answers } from './asked.ts';
import type { Source } from './report-to-run.ts';

/** The parameters of pages and files that run a report. */
export const Asked = z.object({ answers: Answers, after: z.string().max(8000).optional() });
export const RunsSaved = z.object({ savedReportId: id });
export const RunsUnsaved = Asked.extend({ institution_id: id, design: z.string().max(12_000) });

/** The page that runs it, with the same answers. */
export const runAddress = (source: Source, answers: Record<string, string[]> | undefined): string =>
  withParams('reportId' in source ? `/reports/${source.reportId}` : '/reports/run', {
    ...('design' in source && { institution_id: String(source.institutionId), design: source.design }),
    ...answersIn(answers),
  });

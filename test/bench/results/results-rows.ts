import type { Row } from '../report.ts';
import type { Site } from '../site.ts';
import { classRows } from './class-rows.ts';
import { markRows } from './mark-rows.ts';

/** Marks and results in a school of 20,000. */
export const resultsRows = async (site: Site, isQuick: boolean): Promise<Row[]> => [
  ...(await markRows(site, isQuick)),
  ...(await classRows(site, isQuick)),
];

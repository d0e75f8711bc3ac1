import type { Row } from '../report.ts';
import type { Site } from '../site.ts';
import { markRows } from './mark-rows.ts';

/** Marks in a school of 20,000. */
export const resultsRows = (site: Site, isQuick: boolean): Promise<Row[]> => markRows(site, isQuick);

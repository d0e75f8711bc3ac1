import type { Row } from '../report.ts';
import type { Site } from '../site.ts';
import { fileRows } from './file-rows.ts';
import { graphRows } from './graph-rows.ts';
import { homeRows } from './home-rows.ts';
import { previewRows } from './preview-rows.ts';

/** What each measures in a school of 100,000, in a file of its own. */
const parts: ((site: Site, isQuick: boolean) => Promise<Row[]>)[] = [previewRows, graphRows, fileRows, homeRows];

/** Reports, graphs and the home of a big school. */
export async function reportRows(site: Site, isQuick: boolean): Promise<Row[]> {
  const rows: Row[] = [];
  // One after the other, or they would measure each other.
  // oxlint-disable-next-line no-await-in-loop
  for (const part of parts) rows.push(...(await part(site, isQuick)));
  return rows;
}

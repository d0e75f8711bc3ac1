import type { Row } from '../report.ts';
import type { Site } from '../site.ts';
import { measureDecisions } from './decisions.ts';
import { formRows } from './form-rows.ts';
import { pinRows } from './pin-rows.ts';

/** Admission in a school of 20,000: forms, pins, the list, decisions. */
export async function admissionRows(site: Site, isQuick: boolean): Promise<Row[]> {
  return [
    ...(await formRows(site, isQuick)),
    ...(await pinRows(site, isQuick)),
    ...(await measureDecisions(site, isQuick)),
  ];
}

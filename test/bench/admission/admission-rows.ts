import type { Row } from '../report.ts';
import type { Site } from '../site.ts';
import { measureDecisions } from './decisions.ts';
import { formRows } from './form-rows.ts';
import { listRows } from './list-rows.ts';
import { pinRows } from './pin-rows.ts';

/** Admission in a school of 20,000: forms, pins, the list, decisions. */
export async function admissionRows(site: Site, isQuick: boolean): Promise<Row[]> {
  // A programme has one intake a session.
  await site.client.query(
    `insert into academic_sessions (institution_id, name, starts_on, ends_on)
     select $1, 'Later ' || n, date '2030-09-01' + n * 365, date '2031-07-01' + n * 365 from generate_series(1, 3) n`,
    [site.school.institutionId],
  );
  // Decisions take the intake of the current session; the others one that is free.
  const decisions = await measureDecisions(site, isQuick);
  const form = await formRows(site, isQuick);
  const pins = await pinRows(site, isQuick);
  return [...form, ...pins, ...decisions, ...(await listRows(site, isQuick))];
}

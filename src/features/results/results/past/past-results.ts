import type { Kind } from '#features/people/imports/kinds/kind.ts';
import { sql } from 'drizzle-orm';
import { anchorRows } from '../verification/anchors.ts';
import { comparePast } from './compare-past.ts';
import { pastAnchors } from './past-anchors.ts';
import { pastGroups, pastRoster } from './past-fields.ts';
import { pastTwins } from './past-rows.ts';
import { planPastUndo, runPastUndo } from './undo-past.ts';

/** Results of past years or of another school, a row a course, so that transcripts begin at the beginning. */
export const pastResults: Kind & { key: 'results' } = {
  ...pastRoster,
  ...pastGroups,
  key: 'results',
  entity: 'student',
  permission: 'results.publish',
  keyField: 'admissionNumber',
  hasCustomFields: false,
  isWhole: 'Results of past years are imported as a whole. Fix the problems and upload the file again.',
  examples: {
    admissionNumber: ['2021/0001', 'Required.'],
    session: ['2021/2022', 'Required.'],
    term: ['First', 'Required.'],
    className: ['SS 1'],
    code: ['MTH', 'Required.'],
    title: ['Mathematics', 'Required.'],
    total: ['64.5', 'Required, unless there is a grade.'],
    grade: ['C4'],
  },
  twins: pastTwins,
  compare: comparePast,
  logged: (tx, actor, { institutionId, importId }) =>
    anchorRows(tx, actor, institutionId, pastAnchors, sql`r.import_id = ${importId}`),
  undo: { plan: planPastUndo, run: runPastUndo },
};

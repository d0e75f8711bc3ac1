import { checkDesignations, checkScale } from '../compute/check-scale.ts';
import { isLowBest } from '../compute/types.ts';
import { highestFirst } from '../hundredths.ts';
import { beside, refuseAll } from '../refuse-rows.ts';
import { bandOf, bestFirst, designationOf, type ScaleInput } from './scale-fields.ts';

/** Refuses a scale with a hole, two grades for one mark, or points that rise as marks fall. */
export function checkBands(input: Pick<ScaleInput, 'bands' | 'designations'>): void {
  const bands = highestFirst(input.bands);
  const isLow = isLowBest(bands.map(bandOf));
  const designations = bestFirst(input.designations, isLow);
  refuseAll([
    ...beside('bands', bands, checkScale(bands.map(bandOf))),
    ...beside('designations', designations, checkDesignations(designations.map((row) => designationOf(row, isLow)))),
  ]);
}

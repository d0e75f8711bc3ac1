import { fraction } from './fraction.ts';
import { toText } from './fraction-text.ts';
import { isLowBest, type Band, type Designation, type Problem } from './types.ts';

const highestMark = 100_00;
const highestPoints = 100_00;

/**
 * What is wrong with a grading scale, highest band first. Every total from 0 to 100 must have exactly one grade: the
 * bands begin at 0, each lies below the one above it, and points fall from band to band, or rise where few are good.
 * Empty if all is right.
 */
export function checkScale(bands: readonly Band[]): Problem[] {
  const last = bands.at(-1);
  if (!last) return [{ index: null, field: 'bands', message: 'Add at least one grade.' }];
  const problems = bands.flatMap((band, index) => [
    ...checkBand(band, index),
    ...checkNames(bands, index, 'grade', 'grade'),
    ...checkOrder(bands, index, band.grade),
    ...checkPoints(bands, index),
  ]);
  const lowest = Math.min(...bands.map(({ from }) => from));
  if (lowest > 0)
    problems.push({
      index: bands.length - 1,
      field: 'from',
      message: `No grade covers marks below ${words(lowest)}. The lowest grade must begin at 0.`,
    });
  return problems;
}

/** What is wrong with the classes of degree, the best first; CGPAs beyond the last have none. Empty if all is right. */
export const checkDesignations = (designations: readonly Designation[]): Problem[] =>
  designations.flatMap((designation, index) => [
    ...(isHundredths(designation.from, highestMark)
      ? []
      : [{ index, field: 'from', message: 'Enter a number from 0 to 100 with at most two decimals.' }]),
    ...checkNames(designations, index, 'name', 'class'),
    ...checkOrder(designations, index, designation.name, designation.upTo),
  ]);

function checkBand({ from, points }: Band, index: number): Problem[] {
  const problems: Problem[] = [];
  if (!isHundredths(from, highestMark))
    problems.push({ index, field: 'from', message: 'Enter a mark from 0 to 100 with at most two decimals.' });
  if (!isHundredths(points * 10, highestPoints * 10))
    problems.push({ index, field: 'points', message: 'Enter points from 0 to 100 with at most three decimals.' });
  return problems;
}

function checkNames<Row>(rows: readonly Row[], index: number, field: keyof Row & string, what: string): Problem[] {
  const name = nameOf(rows[index]!, field);
  if (!name) return [{ index, field, message: `Enter a name for this ${what}.` }];
  const first = rows.findIndex((row) => nameOf(row, field) === name);
  return first === index ? [] : [{ index, field, message: `'${name}' is used twice. Give each ${what} its own name.` }];
}

const nameOf = <Row>(row: Row, field: keyof Row) => String(row[field]).trim();

function checkOrder(rows: readonly { from: number }[], index: number, name: string, rises = false): Problem[] {
  const above = rows[index - 1];
  const { from } = rows[index]!;
  if (!above || (rises ? from > above.from : from < above.from)) return [];
  const message =
    from === above.from
      ? `Two rows begin at ${words(from)}. Give each its own lowest mark.`
      : `${name} begins at ${words(from)}, above the row before it (${words(above.from)}). Sort from highest to lowest.`;
  return [{ index, field: 'from', message }];
}

function checkPoints(bands: readonly Band[], index: number): Problem[] {
  const [above, band] = [bands[index - 1], bands[index]!];
  if (!above) return [];
  const isLow = isLowBest(bands);
  if (isLow ? band.points >= above.points : band.points <= above.points) return [];
  const [than, rule] = isLow
    ? ['fewer', 'Where few points are good, a lower grade can’t have fewer.']
    : ['more', "A lower grade can't earn more."];
  const message = `${band.grade} earns ${words(band.points)} points, ${than} than ${above.grade} (${words(above.points)}). ${rule}`;
  return [{ index, field: 'points', message }];
}

/** Up to what doubles lose: 333.3 × 10 is 3333. */
const isHundredths = (value: number, most: number) =>
  Math.abs(value - Math.round(value)) < 1e-6 && value >= 0 && value <= most;

const words = (hundredths: number) =>
  Number.isFinite(hundredths) ? toText(fraction(Math.round(hundredths * 10), 1000)) : '?';

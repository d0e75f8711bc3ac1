import { isWithin, ofHundredths, reaches, type Fraction, shown, shownBeside, toText } from './fraction.ts';

export interface PromotionRule {
  readonly promote: PromotionConditions;
  /** What is enough to be promoted on trial; without it nobody is. */
  readonly onTrial?: PromotionConditions | null;
}

/** `undecided`: a figure that the rule needs is missing, so that nobody repeats a class for a mark not entered. */
type PromotionOutcome = 'promoted' | 'on_trial' | 'repeat' | 'undecided';

interface PromotionProposal {
  readonly outcome: PromotionOutcome;
  /** In words. Promoted: what was met; undecided: what is missing; else what was not met. */
  readonly reasons: readonly string[];
}

/**
 * The proposal for one student, for a person to approve; exact values are compared, never rounded ones. All conditions
 * of `promote` met: promoted. Else all of `onTrial` met: on trial. Else repeat.
 */
export function proposePromotion(figures: PromotionFigures, rule: PromotionRule): PromotionProposal {
  const promote = checkConditions(figures, rule.promote);
  if (promote.every(({ met }) => met)) return { outcome: 'promoted', reasons: wordsOf(promote) };
  const trial = rule.onTrial ? checkConditions(figures, rule.onTrial) : null;
  const missing = [...promote, ...(trial ?? [])].filter(({ met }) => met === null);
  if (missing.length) return { outcome: 'undecided', reasons: [...new Set(wordsOf(missing))] };
  return {
    outcome: trial?.every(({ met }) => met) ? 'on_trial' : 'repeat',
    reasons: wordsOf(promote.filter(({ met }) => !met)),
  };
}

const wordsOf = (checks: readonly { words: string }[]) => checks.map(({ words }) => words);

/** What a class asks for. Marks, averages and percentages in hundredths; what is left out is not asked. */
export interface PromotionConditions {
  readonly averageAtLeast?: number;
  /** Courses that must be passed. */
  readonly compulsory?: readonly number[];
  /** How many courses must be passed, the compulsory ones among them. */
  readonly passesAtLeast?: number;
  /** The mark that passes here; without it, the course's own pass mark. */
  readonly passAt?: number;
  /** Percent of the days or periods marked. */
  readonly attendanceAtLeast?: number;
  readonly feesPaid?: boolean;
}

export interface PromotionCourse {
  readonly course: number;
  readonly name: string;
  /** The mark the rule judges (the cumulative or the last term's); null if there is none yet. */
  readonly mark: Fraction | null;
  readonly passed: boolean | null;
}

export interface PromotionFigures {
  /** Exempt courses are skipped. */
  readonly courses: readonly PromotionCourse[];
  readonly average: Fraction | null;
  /** Few grade points are good: the rule’s average is the most that there may be. */
  readonly isLowBest?: boolean;
  /** Percent; null if no attendance is recorded. */
  readonly attendance: Fraction | null;
  readonly owesFees: boolean;
}

/** `met` is null if the figure is missing. */
interface Check {
  readonly met: boolean | null;
  readonly words: string;
}

/** Each condition that is asked, in a fixed order, with its words. No condition at all is met. */
function checkConditions(figures: PromotionFigures, conditions: PromotionConditions): Check[] {
  const { averageAtLeast, compulsory = [], passesAtLeast, attendanceAtLeast, feesPaid } = conditions;
  const checks: Check[] = [];
  if (averageAtLeast !== undefined) checks.push(checkAverage(figures, averageAtLeast));
  for (const course of compulsory) checks.push(checkCompulsory(figures, course, conditions));
  if (passesAtLeast !== undefined) checks.push(checkPasses(figures, passesAtLeast, conditions));
  if (attendanceAtLeast !== undefined)
    checks.push(checkLimit('Attendance', '%', figures.attendance, attendanceAtLeast));
  if (feesPaid)
    checks.push({ met: !figures.owesFees, words: figures.owesFees ? 'Fees are owed.' : 'No fees are owed.' });
  return checks;
}

/** An average is final once every course has a result. */
function checkAverage({ average, courses, isLowBest }: PromotionFigures, least: number): Check {
  const open = courses.filter(hasNoResult).length;
  if (!open) return checkLimit('Average', '', average, least, isLowBest);
  return { met: null, words: `Average: not final, no result yet in ${coursesInWords(open)}.` };
}

function checkLimit(name: string, unit: string, value: Fraction | null, least: number, upTo = false): Check {
  if (!value) return { met: null, words: `${name}: no figure yet.` };
  const limit = ofHundredths(least);
  const met = isWithin(value, least, upTo);
  const [within, beyond] = upTo ? ['at most', 'above'] : ['at least', 'below'];
  const words = `${name} ${shownBeside(value, limit)}${unit} is ${met ? within : beyond} ${toText(limit)}${unit}.`;
  return { met, words };
}

function checkCompulsory({ courses }: PromotionFigures, id: number, conditions: PromotionConditions): Check {
  const found = courses.find(({ course }) => course === id);
  if (!found) return { met: false, words: 'A compulsory course was not taken.' };
  const met = isPassed(found, conditions);
  if (met === null) return { met, words: `${found.name}: no result yet.` };
  return { met, words: `${found.name} ${met ? 'passed' : 'not passed'}${inBrackets(found.mark, conditions)}.` };
}

function checkPasses({ courses }: PromotionFigures, least: number, conditions: PromotionConditions): Check {
  const results = courses.map((course) => isPassed(course, conditions));
  const passes = results.filter(Boolean).length;
  const open = results.filter((result) => result === null).length;
  const words = `Passed ${passes} of ${coursesInWords(courses.length)}; ${least} required.`;
  if (passes >= least) return { met: true, words };
  if (passes + open < least) return { met: false, words };
  return { met: null, words: `${words} No result yet in ${open}.` };
}

const hasNoResult = ({ mark, passed }: PromotionCourse) => mark === null && passed === null;

const coursesInWords = (number: number) => `${number} ${number === 1 ? 'course' : 'courses'}`;

/** A course that is passed or failed alone has no mark to be asked for. */
const isPassed = ({ mark, passed }: PromotionCourse, { passAt }: PromotionConditions): boolean | null =>
  passAt === undefined || mark === null ? passed : reaches(mark, passAt);

const inBrackets = (mark: Fraction | null, { passAt }: PromotionConditions): string => {
  if (!mark) return '';
  return ` (${passAt === undefined ? shown(mark) : shownBeside(mark, ofHundredths(passAt))})`;
};

import { Refused } from '#kernel/errors.ts';
import { textName } from '#ui/format.ts';
import { checkEntries } from '#features/results/assessment/compute/check-entries.ts';
import { entryText } from '../cards/card-texts.ts';
import type { Changes } from './compute/changes.ts';
import type { SheetRules } from './corrected-sheet.queries.ts';
import type { CurrentResult } from './published-class.queries.ts';

/** Refuses marks of a student that don’t fit, or that are no longer what they were. */
export function checkCells(result: CurrentResult, { cells, courses }: Changes, rules: SheetRules): void {
  const whose = textName(result);
  const seen = new Set<string>();
  for (const { courseId, component, was, entry } of cells) {
    const course = result.content.courses.find((one) => one.id === courseId);
    const rule = rules.courses.get(courseId);
    const isAdded = courses.some((one) => one.courseId === courseId && one.change === 'added');
    if (!rule || (!course && !isAdded))
      throw new Refused('cells', `${whose} has no published result in one of these courses. Reload the page.`);
    const part = rule.scheme.components.find(({ key }) => key === component);
    const title = course?.title ?? rule.title;
    const where = `${whose}, ${title}${part ? `, ${part.name}` : ''}`;
    if (!part) throw new Refused('cells', `${where} has no such part. Reload the page.`);
    const key = `${courseId} ${component}`;
    if (seen.has(key)) throw new Refused('cells', `${where} is there twice.`);
    seen.add(key);
    const published = course?.entries[component] ?? null;
    if (published !== was)
      throw new Refused(
        'cells',
        `${where} is ${entryText(published)} now, not ${entryText(was)}: it was corrected meanwhile.`,
      );
    if (entry === was) throw new Refused('cells', `${where} is ${entryText(was)} already.`);
    const [wrong] = checkEntries({ [component]: entry }, rule.scheme.components, rule.scheme.step);
    if (wrong) throw new Refused('cells', `${whose}, ${title}. ${wrong.message}`);
  }
}

import { ofHundredths, toText } from './fraction.ts';
import type { Component, Problem } from './types.ts';

const full = 100_00;

/**
 * What is wrong with the components of a course: maxima are positive, what they count adds up to 100 (of a group, the
 * best), keys and names are its own, and the parts of a group count the same.
 */
export function checkComponents(components: readonly Component[]): Problem[] {
  if (!components.length) return [{ index: null, field: 'components', message: 'Add at least one component.' }];
  const problems = components.flatMap((component, index) => checkComponent(components, component, index));
  if (problems.some(({ field }) => field === 'maximum' || field === 'weight')) return problems;
  const uneven = unevenGroups(components);
  if (uneven.length) return [...problems, ...uneven];
  const met = new Map<string, number>();
  const total = components.reduce((sum, { maximum, weight = maximum, group }) => {
    if (!group) return sum + weight;
    const nth = (met.get(group.name) ?? 0) + 1;
    met.set(group.name, nth);
    return nth > group.best ? sum : sum + weight;
  }, 0);
  const isWeighted = components.some(({ weight }) => weight !== undefined);
  if (total !== full)
    problems.push({
      index: null,
      field: 'components',
      message: `${isWeighted ? 'What the parts count adds' : 'The maximum marks add'} up to ${toText(ofHundredths(total))}. ${isWeighted ? 'It' : 'They'} must add up to 100.`,
    });
  return problems;
}

const unevenGroups = (components: readonly Component[]): Problem[] =>
  components.flatMap(({ maximum, weight = maximum, group }, index) => {
    const first = group && components.find((other) => other.group?.name === group.name)!;
    const due = first && (first.weight ?? first.maximum);
    if (due === undefined || weight === due) return [];
    const message = `All parts of “${group!.name}” must count the same. ${first!.name} counts ${toText(ofHundredths(due))}.`;
    return [{ index, field: 'weight', message }];
  });

function checkComponent(components: readonly Component[], component: Component, index: number): Problem[] {
  const problems: Problem[] = [];
  const { key, name, maximum, weight } = component;
  const most = weight === undefined ? full : 10 * full;
  if (!key.trim()) problems.push({ index, field: 'key', message: 'Enter a short name for this component.' });
  else if (components.findIndex((other) => other.key === key) < index)
    problems.push({ index, field: 'key', message: `'${key}' is used twice. Give each component its own short name.` });
  if (!name.trim()) problems.push({ index, field: 'name', message: 'Enter a name for this component.' });
  else if (components.findIndex((other) => other.name.trim() === name.trim()) < index)
    problems.push({ index, field: 'name', message: `'${name}' is used twice. Give each component its own name.` });
  if (!Number.isSafeInteger(maximum) || maximum <= 0 || maximum > most)
    problems.push({
      index,
      field: 'maximum',
      message:
        weight === undefined
          ? 'Enter a maximum above 0 and up to 100 with at most two decimals, or enter what it counts.'
          : 'Enter a maximum above 0 and up to 1,000 with at most two decimals.',
    });
  if (weight !== undefined && (!Number.isSafeInteger(weight) || weight <= 0 || weight > full))
    problems.push({ index, field: 'weight', message: 'Enter what it counts: above 0 and up to 100.' });
  return problems;
}

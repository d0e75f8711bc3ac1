import { expect, it } from 'vitest';
import { PROGRAM_PLACEHOLDER_OPTION } from '../../plain/constants.ts';
import { isChosen } from '../../is-chosen.ts';
import { selectionText, fitting, groupsOf, noResults } from './choices.ts';

it('5.1 9.5 neither nothing nor the placeholder counts as a value, and the program list compares by case', () => {
  expect(['', 'Please Select', 'JSS 1'].map((value) => isChosen(value))).toEqual([false, false, true]);
  expect(isChosen('Please select', PROGRAM_PLACEHOLDER_OPTION)).toBe(false);
  expect(isChosen('Please Select', PROGRAM_PLACEHOLDER_OPTION)).toBe(true);
  expect(groupsOf([{ value: '', label: 'Please Select' }])).toEqual([]);
});

it('9.8 the button says none, the labels, or from four on how many', () => {
  expect(selectionText([])).toBe('None selected');
  expect(selectionText(['Art', 'Music', 'Yoruba'])).toBe('Art, Music, Yoruba');
  expect(selectionText(['Art', 'Music', 'Yoruba', 'Igbo'])).toBe('4 selected');
});

it('9.9 the filter finds each word anywhere, also under tone marks, and says what it did not find', () => {
  const groups = groupsOf(
    [{ value: 'x', label: 'Adébáyọ̀ Ọlá', hint: 'Mathematics' }],
    [{ label: 'Arts', options: [{ value: 'y', label: 'Musa Bello' }] }],
  );
  const found = (filter: string) => fitting(groups, filter).flatMap(({ options }) => options.map(({ value }) => value));
  expect([found('ola ade'), found('math'), found('bello musa'), found(' '), found('zz')]).toEqual([
    ['x'],
    [],
    ['y'],
    ['x', 'y'],
    [],
  ]);
  const states = groupsOf(['Akwa Ibom', 'Kano', 'Kwara'].map((label) => ({ value: label, label })));
  expect(fitting(states, 'kwa')[0]!.options.map(({ label }) => label)).toEqual(['Kwara', 'Akwa Ibom']);
  expect(noResults(' zz ')).toBe('No results match "zz"');
});

it('a name is found by itself, not by the figures beside it, and the exact one comes first in whatever group it is', () => {
  const arm = (label: string, hint: string) => ({ value: label, label, hint });
  const groups = groupsOf(
    [],
    [
      { label: 'JSS 1', options: [arm('JSS 1 B', '23 of 40'), arm('JSS 12 B', '2 of 40')] },
      { label: 'JSS 2', options: [arm('JSS 2 BA', '1 of 40'), arm('JSS 2 B', '39 of 40')] },
    ],
  );
  const found = (filter: string) => fitting(groups, filter).flatMap(({ options }) => options.map(({ value }) => value));
  expect(found('JSS 2 B')).toEqual(['JSS 2 B', 'JSS 2 BA', 'JSS 12 B']);
  expect(found('jss  2  b ')).toEqual(found('JSS 2 B'));
  expect(found('23')).toEqual([]);
  expect(found('')).toEqual(['JSS 1 B', 'JSS 12 B', 'JSS 2 BA', 'JSS 2 B']);
});

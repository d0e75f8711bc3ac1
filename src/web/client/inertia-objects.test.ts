import { expect, test } from 'vitest';
import { cloneDeep, get, has, isEqual, set, toPath } from './inertia-objects.ts';

test('a path of names reads, finds and writes within props', () => {
  const props: Record<string, unknown> = {
    shell: { user: { name: 'Ada' } },
    'errors.name': 'Taken',
    rows: [{ id: 4 }],
  };
  expect([get(props, 'shell.user.name'), get(props, ['rows', 0, 'id']), get(props, 'rows.0.id')]).toEqual([
    'Ada',
    4,
    4,
  ]);
  expect(get(props, 'errors.name')).toBe('Taken');
  expect([get(props, 'shell.nobody.name'), get(null, 'shell')]).toEqual([undefined, undefined]);
  expect([has(props, 'shell.user'), has(props, 'shell.nobody')]).toEqual([true, false]);
  set(props, 'shell.user.name', 'Bola');
  set(props, 'marks.0.part', 7);
  set(props, ['list', 1], 'second');
  expect(props).toMatchObject({ shell: { user: { name: 'Bola' } }, marks: [{ part: 7 }], list: { 1: 'second' } });
  expect(toPath('a.0.b')).toEqual(['a', '0', 'b']);
});

test('a path cannot reach what all objects share', () => {
  set({}, '__proto__.polluted', true);
  set({}, 'constructor.prototype.polluted', true);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

test('a copy shares nothing that is JSON, and passes on the rest', () => {
  const form = new FormData();
  const whole = { rows: [{ id: 1 }], form, at: new Date(0), act: () => 1 };
  const copy = cloneDeep(whole);
  expect(copy).toEqual(whole);
  expect(copy.rows).not.toBe(whole.rows);
  expect(copy.rows[0]).not.toBe(whole.rows[0]);
  expect([copy.form, copy.at, copy.act]).toEqual([form, whole.at, whole.act]);
});

test('props are equal if their JSON is, in any order of their names', () => {
  expect(isEqual({ a: 1, b: [{ c: null }] }, { b: [{ c: null }], a: 1 })).toBe(true);
  expect(isEqual(NaN, NaN)).toBe(true);
  for (const [one, other] of [
    [{ a: 1 }, { a: 1, b: undefined }],
    [{ a: undefined }, { b: undefined }],
    [[], {}],
    [
      [1, 2],
      [2, 1],
    ],
    [null, {}],
    ['1', 1],
    [new FormData(), new FormData()],
  ]) {
    expect(isEqual(one, other)).toBe(false);
  }
});

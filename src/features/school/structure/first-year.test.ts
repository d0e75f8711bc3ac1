import type { Page } from '@inertiajs/core';
import { type ComponentType, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PageContext } from '#ui/hooks/use-page.ts';
import BatchFormPage from './batches/batch-form.page.tsx';
import BatchListPage from './batches/batch-list.page.tsx';
import ClassFormPage from './catalogue/class-form.page.tsx';
import MakeBatchesPage from './batches/make-batches.page.tsx';

const terms = {
  course: 'Course',
  courses: 'Courses',
  batch: 'Batch',
  batches: 'Batches',
  class: 'Class',
  classes: 'Classes',
};
const shell = {
  institutions: [{ id: 1, name: 'New School', shortName: 'New', terms }],
  institutionId: null,
  menu: [],
};
// The pages alone, as the browser would draw them first.
const page = { url: '/batches', props: { shell, errors: {} } } as unknown as Page;
const drawn = (Component: unknown, props: object) =>
  renderToStaticMarkup(
    createElement(PageContext, { value: page }, createElement(Component as ComponentType<object>, props)),
  );
const links = (html: string) => [...html.matchAll(/href="(\/[\w/-]+\/(?:new|make|templates))"/g)].map(([, to]) => to);

const session = { id: 1, name: '2026/2027', isCurrent: true };
const choice = { institutionId: 1, institutions: shell.institutions };

test('in a first year each empty step leads to the one that comes before it, and none to a dead end', () => {
  const list = { rows: [], filter: {}, sessionId: 1, programs: [], can: { edit: true } };
  const level = { id: 1, name: 'JSS 1', program: 'Junior' };
  expect(links(drawn(BatchListPage, { ...list, sessions: [session], classes: [] }))).not.toContain('/batches/make');
  expect(links(drawn(BatchListPage, { ...list, sessions: [session], classes: [] }))).toContain('/structure/templates');
  const first = links(drawn(BatchListPage, { ...list, sessions: [session], classes: [level] }));
  expect([first.includes('/batches/new'), first.includes('/classes/new')]).toEqual([true, false]);
  const later = [session, { id: 2, name: '2027/2028', isCurrent: false }];
  expect(links(drawn(BatchListPage, { ...list, sessions: later, classes: [level] }))).toContain('/batches/make');

  const empty = drawn(BatchFormPage, {
    ...choice,
    batch: null,
    sessions: [session],
    classes: [],
    taken: [],
    teachers: [],
  });
  expect([links(empty), empty.includes('<select')]).toEqual([['/classes/new'], false]);
  expect(links(drawn(ClassFormPage, { ...choice, class: null, programs: [], classes: [], tops: [] }))).toEqual([
    '/programs/new',
  ]);
  const make = { ...choice, sessions: [session], sessionId: 1, fromSessionId: null, plan: [] };
  expect(links(drawn(MakeBatchesPage, make))).toEqual(['/batches/new', '/academic-sessions/new']);
});

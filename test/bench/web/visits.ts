import type { Page } from 'playwright-core';
import type { ExpectedElements } from './painting.ts';

export interface FirstLoad {
  name: string;
  path: string;
  isSignedIn: boolean;
  wanted: ExpectedElements;
  /** KB of JavaScript, CSS and fonts. */
  budget: number;
  /** Seconds until it can be used or read. */
  patience?: number;
}

export interface Swap {
  name: string;
  /** What the person does first; the time starts afterwards. */
  prepare?(page: Page): Promise<unknown>;
  act(page: Page): Promise<unknown>;
  wanted: ExpectedElements;
}

const rows: ExpectedElements = { selector: '[data-row]', count: 50 };
const fields: ExpectedElements = { selector: 'main dl dd', count: 10 };
const ready: ExpectedElements = { selector: 'html[data-ready]', count: 1 };
const form: ExpectedElements = { selector: 'form .submit', count: 1 };

/** Pages that are opened by their address, with nothing in the browser's cache. */
export const firstLoads = (studentId: number): FirstLoad[] => [
  { name: 'home', path: '/', isSignedIn: false, wanted: { selector: 'form button', count: 1 }, budget: 190 },
  // Drawn is usable here: the form needs no script. What comes after the paint is for the page after it.
  { name: 'sign-in', path: '/sign-in', isSignedIn: false, wanted: form, budget: 190, patience: 1.5 },
  // Painted is here: its choices react.
  { name: 'application form', path: '/sites/bench/apply', isSignedIn: false, wanted: ready, budget: 110 },
  { name: 'profile', path: `/students/${studentId}`, isSignedIn: true, wanted: fields, budget: 190 },
  { name: 'list', path: '/students', isSignedIn: true, wanted: rows, budget: 165, patience: 3.5 },
];

/** What a registrar then does on the list, one after the other. */
export const swaps: Swap[] = [
  { name: 'list → profile', act: (page) => page.locator('[data-row-link]').nth(2).click(), wanted: fields },
  {
    name: 'profile → list',
    act: (page) => page.locator('nav a[href^="/students"]').first().click(),
    wanted: rows,
  },
  {
    name: 'a filter',
    prepare: (page) => page.getByLabel('Add a filter').selectOption('gender'),
    act: (page) => page.getByLabel('Gender', { exact: true }).selectOption('female'),
    wanted: rows,
  },
  { name: 'a letter in the search', act: (page) => page.locator('[data-search]').press('b'), wanted: rows },
];

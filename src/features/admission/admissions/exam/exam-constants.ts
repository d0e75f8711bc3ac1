/** How applicants are put into seats. */
export const seatOrders = { number: 'By application number', name: 'By name' } as const;

/** The column of interview marks in the grid of marks; keys of tests begin with a letter. */
export const interviewColumn = '*interview';

/** The highest interview mark. */
export const interviewMost = 1000;

/** Rows of a page of the grid: more would make it slow to type. */
export const pageRows = 300;

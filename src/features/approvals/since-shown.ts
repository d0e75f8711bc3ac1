/** How many changes a waiting request shows of what happened to its record meanwhile. */
export const sinceShown = 3;

/**
 * How many rows a list shows at once. Queries use it through `bounded`, so that the page knows whether there are more.
 */
export const listLimits = {
  /** A page of batches, classes, courses or programs. */
  structure: 500,
  history: 200,
};

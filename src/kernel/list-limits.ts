/** How many rows a list shows at once. What asks for them is `bounded`, so that the page knows whether there are more. */
export const listLimits = {
  /** Batches, classes, courses, programs: a page of them. */
  structure: 500,
  history: 200,
};

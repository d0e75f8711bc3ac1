/** How many rows a list without pages holds. A page that shows as many says that there are more: `ListEnd`. */
export const listLimits = {
  /** Batches, classes, courses, programs, sessions. */
  structure: 500,
  history: 200,
  /** Employees to choose from in a form. */
  employees: 2000,
};

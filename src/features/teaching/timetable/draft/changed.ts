/** Whether an entry of the history, about one of several records or people of a timetable, changed a field of this one. */
export const changed =
  (key: 'patternId' | 'setId' | 'employeeId' | 'batchId' | 'roomId', id: number) =>
  ({ details }: { details: Record<string, unknown> }, field: string): boolean =>
    details[key] === id && (details['touched'] as string[] | undefined)?.includes(field) === true;

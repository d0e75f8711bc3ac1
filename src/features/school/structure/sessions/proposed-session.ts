/** The school year of a day (yyyy-mm-dd); from August on, the one that starts in September. */
export function proposedSession(today: string) {
  const [year, month] = today.split('-').map(Number) as [number, number];
  const from = month >= 8 ? year : year - 1;
  return { name: `${from}/${from + 1}`, startsOn: `${from}-09-14`, endsOn: `${from + 1}-07-23` };
}

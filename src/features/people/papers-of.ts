/** How the subject of a notice of expiring papers begins; the people's ids follow, each between commas. */
export const papersOf = (people: string) => `papers:${people}:,`;

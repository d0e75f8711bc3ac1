/** Prefix of the subject of notifications about expiring documents, followed by the people's ids between commas. */
export const noticeSubject = (people: string) => `papers:${people}:,`;

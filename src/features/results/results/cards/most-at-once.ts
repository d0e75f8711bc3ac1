/** The most report cards that somebody waits for; more are made by a job (`card-files/`). */
export const mostAtOnce = 60;

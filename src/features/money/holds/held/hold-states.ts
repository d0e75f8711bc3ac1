/** Of the students whom a rule holds, with their names on the screen. */
export const holdStates = { held: 'Held', lifted: 'Lifted' } as const;

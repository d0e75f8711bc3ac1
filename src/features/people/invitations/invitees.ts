/** The kinds of people who can be invited in bulk. */
export const invitees = { guardian: 'Guardians', employee: 'Employees' } as const;

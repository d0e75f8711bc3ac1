/**
 * Areas from the ground up, and the features of each likewise: a feature may use the tables, reads, policies and verbs of
 * those before it. What an area is for is in its README.
 */
export const areas: Record<string, string[]> = {
  records: [
    'geography',
    'approvals',
    'exports',
    'lookups',
    'people',
    'help',
    'sending',
    'custom-fields',
    'merges',
    'notifications',
  ],
  school: ['structure', 'institutions', 'site'],
  access: ['accounts', 'audit'],
  people: ['students', 'guardians', 'employees', 'invitations', 'cards', 'imports', 'privacy'],
  money: ['ledger', 'fees', 'invoices', 'holds', 'payments', 'billing', 'bank', 'cashier', 'pins', 'balances'],
  admission: ['admissions'],
  teaching: ['calendar', 'leave', 'timetable', 'attendance', 'cover'],
  results: ['assessment', 'term-notes', 'results', 'course-registration', 'transcripts', 'promotion'],
  online: ['orders', 'gateways'],
  messages: ['messages', 'contact', 'notices'],
  insight: ['reports', 'dashlets', 'checklist', 'home'],
};

export const featureOrder = Object.values(areas).flat();

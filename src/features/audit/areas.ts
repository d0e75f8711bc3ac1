/** What the log is sorted into: the nouns before the dot of its actions, in words. */
export const auditAreas: Record<string, string> = {
  students: 'Students',
  guardians: 'Guardians',
  employees: 'Employees',
  people: 'Merged records',
  privacy: 'Privacy',
  lookups: 'Lists',
  institutions: 'Institution',
  structure: 'Academics',
  site: 'Site',
  customFields: 'Own fields',
  accounts: 'People and sign-in',
  roles: 'Roles',
  outbox: 'Messages',
  audit: 'Audit log',
  backup: 'Backup',
};

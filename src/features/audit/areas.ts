/** What the log is sorted into: the nouns before the dot of its actions, in words. */
export const auditAreas: Record<string, string> = {
  students: 'Students',
  institutions: 'Institution',
  structure: 'Academics',
  site: 'Site',
  accounts: 'People and sign-in',
  roles: 'Roles',
  lookups: 'Lists',
  outbox: 'Messages',
  audit: 'Audit log',
  backup: 'Backup',
};

export type CsrfKind =
  | 'valid'
  | 'missing'
  | 'empty'
  | 'garbage'
  | 'ofAnotherSession'
  | 'ofAVisitor'
  | 'ofAnotherSecret';

export const wrongCsrf: CsrfKind[] = [
  'missing',
  'empty',
  'garbage',
  'ofAnotherSession',
  'ofAVisitor',
  'ofAnotherSecret',
];

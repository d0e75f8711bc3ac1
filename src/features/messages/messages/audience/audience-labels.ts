/** Who receives a message. */
export const audienceLabels: Record<'guardians' | 'students' | 'employees' | 'groups', string> = {
  guardians: 'Guardians',
  students: 'Students',
  employees: 'Employees',
  groups: 'Custom groups',
};

export type MessageChannel = 'sms' | 'email' | 'whatsapp' | 'notice' | 'first';

/** Why somebody receives nothing. */
export const skipReasonLabels = {
  taken_out: 'Removed by hand',
  no_sms: 'Is not set to receive SMS about the student',
  no_number: 'No phone number',
  no_email: 'No e-mail address',
  no_account: 'No account',
  no_way: 'No account, e-mail address or phone number',
  bounced: 'The number or address does not exist',
  blocked: 'The number or address is blocked',
  opted_out: 'Opted out of marketing',
  no_window: 'No WhatsApp message in the last 24 hours',
  no_price: 'No price is entered for this country',
  duplicate: 'Same number or address as',
} as const;
export type SkipReason = keyof typeof skipReasonLabels;

/** What a wish blocks. */
export const blockLabels = { marketing: 'Marketing', everything: 'Everything' };

export const wishReasons = {
  opted_out: 'Opted out',
  someone_else: 'Belongs to someone else',
  bounced: 'Does not exist',
};

export const wishChannels = { sms: 'SMS', email: 'E-mail', whatsapp: 'WhatsApp' };

export const sourceLabels = {
  reply: 'A reply to a message',
  link: 'The link in an e-mail',
  person: 'The person',
  staff: 'An employee',
  provider: 'The provider',
};

export const wishStates = { active: 'Active', ended: 'Ended' };

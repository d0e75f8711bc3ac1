/** How a message travels. */
export const channelWords = {
  sms: 'SMS',
  email: 'E-mail',
  notice: 'Notice in the product',
  first: 'The first that reaches',
  whatsapp: 'WhatsApp',
} as const;

export const purposeWords = { service: 'What the school must say', marketing: 'Marketing' } as const;

/** From here on a text needs a confirmation, and above this it is refused. */
export const longFrom = 7;
export const mostParts = 12;
/** What a notice in the product holds. */
export const mostInNotice = 400;

/** How a message travels. */
export const channelLabels = {
  sms: 'SMS',
  email: 'E-mail',
  notice: 'Notification',
  first: 'First channel that works',
  whatsapp: 'WhatsApp',
} as const;

export const purposeLabels = { service: 'School information', marketing: 'Marketing' } as const;

/** From here on a text needs a confirmation, and above this it is refused: providers take 1,530 characters. */
export const longFrom = 7;
export const mostParts = 10;
/** What a message by WhatsApp holds. */
export const mostInWhatsapp = 1024;
/** What a notice in the product holds. */
export const mostInNotice = 400;

/** Ways to reach somebody, in words. */
export const channelWords = {
  sms: 'SMS',
  email: 'E-mail',
  whatsapp: 'WhatsApp',
  notice: 'Notice',
} as const;

/** Ways to reach somebody, in words. */
export const channelLabels = {
  sms: 'SMS',
  email: 'E-mail',
  whatsapp: 'WhatsApp',
  notice: 'Notice',
} as const;

import type { ProviderChannel, ProviderKind } from '#kernel/messages/providers/provider.ts';

/** Words of providers, for pages and forms. */
export const kindNames: Record<ProviderKind, string> = {
  termii: 'Termii',
  africastalking: 'Africa’s Talking',
  twilio: 'Twilio',
  http: 'Another provider (HTTP)',
  smtp: 'E-mail server (SMTP)',
  whatsapp: 'WhatsApp',
};
export const placeLabels = { 1: 'First', 2: 'Second' } as const;
export const channelLabels: Record<ProviderChannel, string> = { sms: 'SMS', email: 'E-mail', whatsapp: 'WhatsApp' };

/** The networks of Nigeria by the first digits of their numbers (NCC's numbering plan). Prices are each school's own. */
export const nigerianNetworks: Record<string, string> = {
  MTN: '703 704 706 803 806 810 813 814 816 903 906 913 916',
  Airtel: '701 708 802 808 812 901 902 904 907 911 912',
  Glo: '705 805 807 811 815 905 915',
  '9mobile': '809 817 818 908 909',
};

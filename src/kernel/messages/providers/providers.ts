import type { Provider, ProviderChannel, ProviderKind, ProviderNetwork } from './provider.ts';

/** The providers of each channel, with their names. Their code is loaded when somebody uses them. */
export const providerKinds: Record<ProviderKind, { label: string; channel: ProviderChannel }> = {
  termii: { label: 'Termii', channel: 'sms' },
  africastalking: { label: 'Africa’s Talking', channel: 'sms' },
  twilio: { label: 'Twilio', channel: 'sms' },
  http: { label: 'Another provider (HTTP)', channel: 'sms' },
  smtp: { label: 'E-mail server (SMTP)', channel: 'email' },
  whatsapp: { label: 'WhatsApp', channel: 'whatsapp' },
};

/** A provider; close it when it is not needed any more. */
export async function openProvider(kind: ProviderKind, network: ProviderNetwork = {}): Promise<Provider> {
  switch (kind) {
    case 'termii':
      return (await import('./termii.ts')).termii(network);
    case 'africastalking':
      return (await import('./africastalking.ts')).africastalking(network);
    case 'twilio':
      return (await import('./twilio.ts')).twilio(network);
    case 'http':
      return (await import('./http.ts')).http(network);
    case 'smtp':
      return (await import('./smtp.ts')).smtp(network);
    case 'whatsapp':
      return (await import('./whatsapp.ts')).whatsapp(network);
  }
}

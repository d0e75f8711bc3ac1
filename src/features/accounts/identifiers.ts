/** `0803 123 4567` and `00234…` as +234803…; other text without its spaces and punctuation. */
export const internationalPhone = (text: string): string =>
  text
    .replace(/[\s().-]/g, '')
    .replace(/^00/, '+')
    .replace(/^0(?=[789]\d{9}$)/, '+234');

/** What a person typed to say who he is, in the ways accounts are found by. */
export function identifierOf(text: string): { name: string; phone: string | null } {
  const name = text.trim().toLowerCase();
  const phone = internationalPhone(name);
  return { name, phone: /^\+[1-9]\d{6,14}$/.test(phone) ? phone : null };
}

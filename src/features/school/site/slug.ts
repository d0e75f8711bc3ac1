/** Letters of Nigerian languages that Unicode does not decompose. */
const plain: Record<string, string> = {
  ɓ: 'b',
  ɗ: 'd',
  ƙ: 'k',
  ƴ: 'y',
  ŋ: 'n',
  ɛ: 'e',
  ɔ: 'o',
  ß: 'ss',
  æ: 'ae',
  ø: 'o',
};

/** A URL slug of a title: 'Sports day: Ẹ káàbọ̀!' → 'sports-day-e-kaabo'. */
export function slugOf(title: string, max = 80): string {
  return title
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ɓɗƙƴŋɛɔßæø]/g, (letter) => plain[letter]!)
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, max)
    .replace(/^-+|-+$/g, '');
}

/** The addresses of results below a site. */
export function resultAddresses(slug: string) {
  const form = `/sites/${slug}/result`;
  return { form, card: `${form}/card`, pdf: `${form}/report-card.pdf`, close: `${form}/close` };
}

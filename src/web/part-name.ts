/**
 * What the server calls a file that draws part of a feature: 'payments/take-payment.page' is
 * src/features/money/payments/counter/take-payment.page.tsx.
 */
export function partName(file: string): string | null {
  const [, feature, part] = partOfFeature.exec(file) ?? [];
  return feature && part ? `${feature}/${part}` : null;
}

const partOfFeature = /\bfeatures\/[^/]+\/([^/]+)\/(?:.*\/)?([^/]+\.(?:page|tab|card|app|public|document))\.tsx$/;

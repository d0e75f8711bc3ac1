/**
 * What the server calls a file that draws part of a feature: 'payments/take-payment.page' is
 * src/features/money/cashier/take-payment/take-payment.page.tsx.
 */
export function partName(file: string): string | null {
  const [, feature, part] = partOfFeature.exec(file) ?? [];
  return feature && part ? `${feature}/${part}` : null;
}

const partOfFeature =
  /\b(?:features\/[^/]+|test)\/([^/]+)\/(?:.*\/)?([^/]+\.(?:page|tab|card|app|public|document))\.tsx$/;

/** These by the names of their files; a file that draws no part of a feature is left out. */
export function byPartName<T>(files: Record<string, T>): ReadonlyMap<string, T> {
  const named = new Map<string, T>();
  for (const [file, value] of Object.entries(files)) {
    const name = partName(file);
    if (name) named.set(name, value);
  }
  return named;
}

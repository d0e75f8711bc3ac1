export interface Sample {
  /** What follows the name. */
  suffix?: string;
  labels: Record<string, string>;
  value: number;
}

/** A metric in the text that Prometheus reads. */
export function exposition(name: string, type: 'gauge' | 'counter' | 'histogram', samples: Sample[]): string {
  const lines = samples.map(({ suffix = '', labels, value }) => {
    const inner = Object.entries(labels).map(([label, text]) => `${label}="${text.replace(/["\\\n]/g, '_')}"`);
    return `${name}${suffix}${inner.length ? `{${inner.join(',')}}` : ''} ${value}`;
  });
  return `${[`# TYPE ${name} ${type}`, ...lines].join('\n')}\n`;
}

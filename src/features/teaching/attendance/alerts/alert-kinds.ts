/** Alerts to guardians, each once a day: absent, late, and an absence that was marked by mistake. */
export type AlertKind = 'absent' | 'late' | 'corrected';

interface Plan {
  code: string;
  /** The prefix for dialling within the country. */
  trunk: string;
  national: RegExp;
  example: string;
}

/** ITU national numbering plans of countries where our schools and their families are. */
export const plans: Record<string, Plan> = {
  NG: {
    code: '234',
    trunk: '0',
    national: /^(?:[789][01]\d{8}|20[1-9]\d{7}|(?![789][01])[1-9]\d{6,7})$/,
    example: '0803 123 4567',
  },
  GH: { code: '233', trunk: '0', national: /^[235]\d{8}$/, example: '024 123 4567' },
  BJ: { code: '229', trunk: '', national: /^(?:01)?\d{8}$/, example: '01 90 12 34 56' },
  TG: { code: '228', trunk: '', national: /^[279]\d{7}$/, example: '90 12 34 56' },
  CM: { code: '237', trunk: '', national: /^[26]\d{8}$/, example: '6 71 23 45 67' },
  NE: { code: '227', trunk: '', national: /^[0-9]\d{7}$/, example: '93 12 34 56' },
  CI: { code: '225', trunk: '', national: /^\d{10}$/, example: '07 12 34 56 78' },
  SN: { code: '221', trunk: '', national: /^[37]\d{8}$/, example: '70 123 45 67' },
  SL: { code: '232', trunk: '0', national: /^\d{8}$/, example: '025 123456' },
  LR: { code: '231', trunk: '0', national: /^\d{7,9}$/, example: '077 012 3456' },
  GM: { code: '220', trunk: '', national: /^\d{7}$/, example: '301 2345' },
  KE: { code: '254', trunk: '0', national: /^[1-9]\d{8}$/, example: '0712 123456' },
  UG: { code: '256', trunk: '0', national: /^[2-9]\d{8}$/, example: '0712 345678' },
  TZ: { code: '255', trunk: '0', national: /^[2-9]\d{8}$/, example: '0621 234 567' },
  RW: { code: '250', trunk: '0', national: /^[27]\d{8}$/, example: '0720 123 456' },
  ZA: { code: '27', trunk: '0', national: /^[1-8]\d{8}$/, example: '071 123 4567' },
  GB: { code: '44', trunk: '0', national: /^[1-9]\d{8,9}$/, example: '07400 123456' },
  US: { code: '1', trunk: '1', national: /^[2-9]\d{2}[2-9]\d{6}$/, example: '201-555-0123' },
  CA: { code: '1', trunk: '1', national: /^[2-9]\d{2}[2-9]\d{6}$/, example: '506-234-5678' },
  IN: { code: '91', trunk: '0', national: /^[1-9]\d{9}$/, example: '081234 56789' },
};

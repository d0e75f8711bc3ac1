import type { Gateway, GatewaySettings } from '#kernel/gateways/gateway.ts';

/** Deciders see the end of a key and can compare it with the provider's dashboard. */
export const linesOf = (
  gateway: Gateway,
  settings: GatewaySettings,
  stored: GatewaySettings | null,
): [string, string][] =>
  gateway.fields.flatMap(({ name, label, isSecret }): [string, string][] => {
    const [value, old] = [settings[name] ?? '', stored?.[name] ?? ''];
    if (value === old) return [];
    return [[label, isSecret ? `ends in ${value.slice(-4)}` : value || 'None']];
  });

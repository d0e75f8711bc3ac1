export interface InvitingPlace {
  name: string;
  roles: string[];
}

export const invitedBy = (places: InvitingPlace[]): string =>
  places.map(({ name, roles }) => `${name} invited you as ${roles.join(', ')}.`).join(' ');

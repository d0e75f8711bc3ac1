import { useEffect, useState, useSyncExternalStore } from 'react';
import { deviceOf, meetServer } from './browser-world.ts';
import type { DeviceState } from './device-world.ts';
import type { RegisterDevice } from './register-device.ts';

/** The registers on this device, for the signed-in account; it meets the server once a visit. */
export function useRegisterDevice(accountId: string): { device: RegisterDevice; state: DeviceState } {
  const [device] = useState(() => deviceOf(accountId));
  const state = useSyncExternalStore(device.subscribe, device.now, device.now);
  useEffect(() => {
    device
      .load()
      // Not yet on this device, or the session had ended: the server has the key.
      .catch(() => {})
      .then(() => meetServer())
      .catch(() => {});
  }, [device]);
  return { device, state };
}

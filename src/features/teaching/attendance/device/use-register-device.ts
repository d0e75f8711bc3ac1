import { useEffect, useState, useSyncExternalStore } from 'react';
import { deviceOf, meetServer } from './browser-world.ts';
import type { DeviceState } from './device-world.ts';
import type { RegisterDevice } from './register-device.ts';

/**
 * The registers on this device, for the signed-in account. The server is asked for them once in some minutes, and whenever
 * they cannot be opened: they are not here yet, the session had ended, or somebody else has used the device.
 */
export function useRegisterDevice(accountId: string): { device: RegisterDevice; state: DeviceState } {
  const [device] = useState(() => deviceOf(accountId));
  const state = useSyncExternalStore(device.subscribe, device.now, device.now);
  useEffect(() => {
    const isHere = device.load().then(
      () => device.isPackRecent(),
      () => false,
    );
    isHere.then((yes) => (yes ? device.flush() : meetServer().then(() => {}))).catch(() => {});
  }, [device]);
  return { device, state };
}

/** The details that distinguish devices for their owner. */
interface NamedDevice {
  readonly id: string;
  readonly name: string;
  readonly platform?: string;
}

/** A function that names a device: those with the same name get the end of their id, so that all names differ. */
export function deviceNames(devices: readonly NamedDevice[]): (device: NamedDevice) => string {
  const counts = new Map<string, number>();
  for (const { name } of devices) counts.set(name, (counts.get(name) ?? 0) + 1);
  return ({ id, name }) => ((counts.get(name) ?? 0) > 1 ? `${name} (${id.slice(-4)})` : name);
}

/** The system of a device by its usual name; undefined when the application has not reported it. */
export function platformName({ platform }: NamedDevice): string | undefined {
  return platform === 'Mac' ? 'macOS' : platform;
}

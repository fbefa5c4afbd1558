/** The name under which a device is stored: applications whose system has no name for it send a blank one. */
export function deviceNameOf(name: string): string {
  return name.trim() === '' ? 'Unknown device' : name;
}

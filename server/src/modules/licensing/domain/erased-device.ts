/** Replaces a device's name and the data from its application when the person is deleted or the license transferred. */
export const ERASED_DEVICE = { deviceName: 'Deleted device', meta: null } as const;

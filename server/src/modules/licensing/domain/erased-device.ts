/** What stands for what a person called a device, and for what its application told, once the person is deleted or the license is another's. */
export const ERASED_DEVICE = { deviceName: 'Deleted device', meta: null } as const;

/** The texts of the list of devices and of offline activation by file; `devices-de.ts` has the same keys. */
export const devicesEn = {
  seats: {
    label: 'Activated devices',
    failed: (reason: string) => `Your devices cannot be shown. ${reason}`,
    none: 'No device is activated yet.',
    question: (product: string | undefined) =>
      product === undefined
        ? 'It stops working there. Release it?'
        : `${product} stops working on it. Release it?`,
    keep: 'Keep',
    release: 'Release',
    releaseOf: (device: string) => ` ${device}`,
    releaseNow: (device: string) => ` ${device} now`,
    fixed: (vendor: string) => `Only ${vendor} can release this device.`,
    fixedOffline: (vendor: string) => `This device works offline, so only ${vendor} can release it.`,
    released: (device: string) => `${device} is released.`,
    tooSoon: 'Another device of this license was released a short while ago. Try again later.',
    releaseFailed: 'The device was not released.',
    offline: (date: string) => `Activated offline on ${date}`,
    runs: (version: string) => `Version ${version}`,
    lastUsed: (date: string) => `Last used on ${date}`,
    activated: (date: string) => `activated on ${date}`,
  },
  offline: {
    loading: 'Activation',
    title: 'Activate a device without internet',
    titleOf: (title: string, vendor: string) => `${title} – ${vendor}`,
    text: 'In the app on that device, save a device file, then upload it here. You get a license file for the device.',
    signIn: 'Use the account that owns the license.',
    signUp: 'With an account you can get a license.',
    choose: 'Choose the device file',
    chooseText:
      'Before anything is activated, you see what the file is for. You get the license file right away.',
    confirmTitle: 'Activate this device?',
    device: 'Device',
    product: 'Product',
    license: 'License',
    since: (date: string) => `Since ${date}`,
    until: (date: string) => `Valid until ${date}`,
    activations: 'Activations',
    left: (free: number, total: number) => `${free} of ${total} left`,
    keeps: 'This uses one activation, unless the device is already activated.',
    noneLeft:
      'All are in use. A device that is already activated keeps its own. To activate another one, release a device first.',
    activate: (product: string) => `Activate ${product}`,
    otherFile: 'Choose another file',
    drop: 'or drop it here. Its name ends in .dt.',
    activating: 'Activating the device.',
    goTo: (vendor: string) => `Go to ${vendor}`,
    again: 'Try again',
    doneTitle: (product: string) => `${product} is activated`,
    doneText:
      'Save the license file, copy it to the device and open it there in the app. The link works for one hour. Choosing the device file again does not use another activation.',
    save: 'Save the license file',
    another: 'Activate another device',
  },
  file: {
    howToSave: 'Save a new device file in the app, then choose it here. Its name ends in .dt.',
    tooLarge: 'This file is too large',
    tooLargeText: 'Device files are at most 8 KB.',
    empty: 'This file is empty',
    unreadable: 'This file cannot be read',
    unreadableText: 'Choose the file again.',
    otherProduct: 'This file is for another product',
    otherProductText:
      'Nothing was activated. Choose the file on the page of its product, or on the page for all products.',
    wrong: 'This is not a device file',
    unknownProduct: 'We do not know this product',
    unknownProductText: (vendor: string) => `The device file is for a product that ${vendor} does not have.`,
    notAllowed: 'This product cannot be activated offline',
    inactive: 'This product is not available',
    notOwned: 'You need a license first',
    noSeat: 'No activations left',
    noSeatText: 'Release a device first.',
    twice: 'Trying again never uses a second activation.',
  },
};

/** The same in one language. */
export type DeviceTexts = typeof devicesEn;

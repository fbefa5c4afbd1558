declare module 'recheck/lib/browser.js' {
  import type { checkSync } from 'recheck';

  // The one of its programs that runs in this process.
  const recheck: { readonly checkSync: typeof checkSync };
  export default recheck;
}

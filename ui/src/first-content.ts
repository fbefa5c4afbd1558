/** A page that does not come to its content still shows its failure. */
const LONGEST_MILLISECONDS = 10_000;

/** Removes what the server has put into the page to show meanwhile, once the page has its own content, or says why not. */
export function replaceFirstContent(root: HTMLElement): void {
  const first = document.getElementById('first');
  if (first === null) return;
  const remove = () => {
    observer.disconnect();
    first.remove();
  };
  const observer = new MutationObserver(() => {
    // Only where nothing of the page can be shown, it is text without elements.
    const hasContent = root.firstElementChild === null || root.querySelector('h1, [role="alert"]') !== null;
    if (hasContent && root.querySelector('[data-loading]') === null) remove();
  });
  observer.observe(root, { childList: true, subtree: true });
  setTimeout(remove, LONGEST_MILLISECONDS);
}

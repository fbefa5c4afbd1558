/** A page that does not come to its content still shows its failure. */
const LONGEST_MILLISECONDS = 10_000;

/** Removes what the server has put into the page to show meanwhile, once the page has its own content. */
export function replaceFirstContent(root: HTMLElement): void {
  const first = document.getElementById('first');
  if (first === null) return;
  const remove = () => {
    observer.disconnect();
    first.remove();
  };
  const observer = new MutationObserver(() => {
    if (root.querySelector('h1') !== null && root.querySelector('[data-loading]') === null) remove();
  });
  observer.observe(root, { childList: true, subtree: true });
  setTimeout(remove, LONGEST_MILLISECONDS);
}

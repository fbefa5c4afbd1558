/** Has the browser save a file that the page has read with the customer's session. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has its own reference by the next turn of the event loop.
  window.setTimeout(() => {
    URL.revokeObjectURL(url);
  });
}

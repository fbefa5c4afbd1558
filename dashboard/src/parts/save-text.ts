/** Lets the browser save a text as a CSV file, which spreadsheets read as UTF-8. */
export function saveText(name: string, text: string): void {
  saveFile(name, `\uFEFF${text}`, 'text/csv;charset=utf-8');
}

/** Lets the browser save a text as a file of a media type. */
export function saveFile(name: string, text: string, type: string): void {
  saveBlob(name, new Blob([text], { type }));
}

/** Lets the browser save a file. */
export function saveBlob(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

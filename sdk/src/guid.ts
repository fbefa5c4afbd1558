/** A random GUID, such as the id of a new cart; pages without HTTPS have no `crypto.randomUUID`. */
export function randomGuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte, index) => {
    const versioned = index === 6 ? (byte & 0x0f) | 0x40 : byte;
    return (index === 8 ? (versioned & 0x3f) | 0x80 : versioned).toString(16).padStart(2, '0');
  }).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Asks whoever sees the page for the password; resolves to whether they confirmed that it is them. */
type Ask = () => Promise<boolean>;

let askReader: Ask | undefined;

/** Asks in this way from now on; returns how to stop. */
export function askWith(ask: Ask): () => void {
  askReader = ask;
  return () => {
    if (askReader === ask) askReader = undefined;
  };
}

/** Whether the reader confirms that it is them. Requests at the same time share one question. */
export async function confirmIdentity(): Promise<boolean> {
  return (await askReader?.()) ?? false;
}

import { answer } from './client.ts';

/** Something with the revision in which it was read: the API refuses a change that is about an older one. */
export type Revised<Data> = Data & { readonly etag: string };

/** The data of a successful call with their revision. Raises what `answer` raises. */
export async function revised<Data extends object>(
  call: Promise<{ data?: Data; error?: unknown; response: Response }>,
): Promise<Revised<Data>> {
  const data: Data = await answer(call);
  const { response } = await call;
  // `*` is any revision.
  return { ...data, etag: response.headers.get('etag') ?? '*' };
}

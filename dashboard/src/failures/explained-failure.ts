/** A failure whose message is for the reader, in their language. */
export class ExplainedFailure extends Error {
  override readonly name = 'ExplainedFailure';
}

import { ProofNotice } from '../identity/proof-notice.tsx';
import { useAwaitedProof } from '../identity/use-awaited-proof.ts';

/** While purchases wait for the proof of the customer's address: lists them, and says how to prove it. */
export function ProofOfAddress() {
  const proof = useAwaitedProof();
  return proof === undefined ? null : <ProofNotice proof={proof} />;
}

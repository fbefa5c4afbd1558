/** Why a deletion at a provider fails that moved here with its account: it is tried again, and kept as a failed job. */
export function notConnected(): Error {
  return new Error('the account moved here, and is not connected to its payment provider yet');
}

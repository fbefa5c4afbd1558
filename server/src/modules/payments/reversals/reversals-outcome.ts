/** `Later`: something could not be recorded yet, or is not final. The provider must be queried again. */
export type ReversalsOutcome = 'Done' | 'Later';

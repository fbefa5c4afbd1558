/** A window that nobody touches for so long does not stay signed in by what it reads. */
const UNATTENDED_MS = 60 * 60_000;

/** Runs `run` whenever the window can be seen and somebody uses it, until its signal; the function that it returns ends it. */
export function whileAttended(run: (signal: AbortSignal) => void): () => void {
  let ending: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    clearTimeout(timer);
    ending?.abort();
    ending = undefined;
  };
  const update = () => {
    if (document.visibilityState !== 'visible') {
      stop();
      return;
    }
    clearTimeout(timer);
    timer = setTimeout(stop, UNATTENDED_MS);
    if (ending !== undefined) return;
    ending = new AbortController();
    run(ending.signal);
  };
  const signs = ['visibilitychange', 'pointerdown', 'keydown'] as const;
  for (const sign of signs) document.addEventListener(sign, update);
  update();
  return () => {
    for (const sign of signs) document.removeEventListener(sign, update);
    stop();
  };
}

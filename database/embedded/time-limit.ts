/** Returns a function that tells whether these milliseconds have passed since the call. */
export function timeLimit(ms: number): () => boolean {
  const end = performance.now() + ms
  return () => performance.now() >= end
}

/** Returns a function that returns whether these milliseconds have passed. */
export function timeLimit(ms: number): () => boolean {
  const end = performance.now() + ms
  return () => performance.now() >= end
}

/** Answers, from now on, whether so many milliseconds have passed. */
export function timeLimit(ms: number): () => boolean {
  const end = performance.now() + ms
  return () => performance.now() >= end
}

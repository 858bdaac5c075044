/** Longer than queueing a mail takes. */
const ANSWER_AFTER_MS = 250

/** Ends with `work`, but not sooner than after `ANSWER_AFTER_MS`, so that the time does not reveal whether an email is known. */
export async function holdBack(work: Promise<void>): Promise<void> {
  await Promise.all([work, new Promise((resolve) => setTimeout(resolve, ANSWER_AFTER_MS))])
}

/** Elements that PostgreSQL expects of an array when it plans without knowing it. */
const EXPECTED = 10

/**
 * Fills an array up for a statement that is planned once and for all: with fewer elements than expected a plan for just
 * these looks cheaper, and is made anew each time, which takes longer than the statement itself.
 * @param filling changes nothing that the statement finds, as a key does that is in the array already
 */
export function padForGenericPlan<Element, Filling = Element>(
  elements: Element[],
  filling: Element | Filling | undefined = elements[0],
): (Element | Filling)[] {
  if (filling === undefined || elements.length >= EXPECTED) return elements
  return [...elements, ...Array<Element | Filling>(EXPECTED - elements.length).fill(filling)]
}

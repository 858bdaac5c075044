const MEASURE = /(?<=^|[\s(])[+±-](?=\d)|\d+(?:[.,/]\d+)*/g

/**
 * The numbers in a name, with the signs before and inside them: '+5 V, 1.5 mm' is '+ 5 1.5'. A comma counts as a decimal
 * point. Names with the same letters but other measures are different things.
 */
export const measuresOf = (name: string): string =>
  (
    name
      .normalize('NFKC')
      .replaceAll('⁄', '/')
      .replace(/[‐‑‒–—―−]/g, '-')
      .match(MEASURE) ?? []
  )
    .join(' ')
    .replaceAll(',', '.')

/** Words of the page about the company; its copy stands in company/content/about.ts. */
export const aboutWords = {
  // Specification section 2, "Header and footer"
  title: 'About Us',

  // Our own
  description: 'Who makes the parts, how they are tested, and why an order starts at 1,000 pieces.',
  heading: 'We make the parts inside the screen',
  seeParts: 'See the parts',
  writeToUs: 'Write to us',
} as const

/** Copy of the page about the company. Its figures are those of specification section 1. */

export const lead =
  'A television is a dozen assemblies behind a sheet of glass. We make those assemblies, in the quantities that ' +
  'repair shops, refurbishers and brands work with.'

export const chapters = [
  {
    title: 'What we do',
    text:
      'Timing controllers, power supplies, backlight strips, flat cables, bezels, stands: the parts that wear out, ' +
      'break in transport or go out of production long before the set itself is finished. You order them by the ' +
      'thousand, we have them made, tested and packed so that your line can use them on the day they arrive.',
  },
  {
    title: 'Who makes them',
    text:
      'We work with a network of over 2,000 manufacturers in Europe and in over 70 materials. Each job goes to a plant ' +
      'that already runs that process: a board to an assembly house with the right placement line, a bezel to a ' +
      'moulder with the right press. You deal with one contact, one order and one invoice.',
  },
  {
    title: 'How we test',
    text:
      'Boards are powered up and run through their functions before they are packed. Backlight strips are sorted by ' +
      'colour, so that strips from one set match. Mechanical parts are measured against the drawing. What fails is ' +
      'not reworked until it passes: it is scrapped and made again.',
  },
  {
    title: 'Why 1,000 pieces',
    text:
      'Setting up a line costs the same for ten parts as for ten thousand. From 1,000 pieces on, that cost no longer ' +
      'decides the price, so this is where our orders begin. The price on the part is the price on the invoice, and ' +
      'the stock you see is the stock you can order.',
  },
]

export const facts = [
  { title: 'Manufacturers in Europe', figure: 'over 2,000' },
  { title: 'Materials', figure: 'over 70' },
  { title: 'Served countries', figure: '50+' },
  { title: 'Smallest order', figure: '1,000 pieces' },
]

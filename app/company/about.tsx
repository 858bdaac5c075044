import { pageMeta } from '#app/layout/page-meta.ts'
import { paths } from '#app/paths.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Page } from '#app/ui/page.tsx'

export const meta = pageMeta(
  'About Us',
  'Who makes the parts, how they are tested, and why an order starts at 1000 pieces.',
)

const lead
  = 'A television is a dozen assemblies behind a sheet of glass. We make those assemblies, in the quantities that '
    + 'repair shops, refurbishers and brands work with.'

export default function About() {
  return (
    <Page title="We make the parts inside the screen" lead={lead}>
      <div className="about">
        <div className="prose">
          <h2>What we do</h2>
          <p>
            Timing controllers, power supplies, backlight strips, flat cables, bezels, stands: the parts that wear
            out, break in transport or go out of production long before the set itself is finished. You order them by
            the thousand, we have them made, tested and packed so that your line can use them on the day they arrive.
          </p>
          <h2>Who makes them</h2>
          <p>
            We work with a network of over 2,000 manufacturers in Europe and in over 70 materials. Each job goes to a
            plant that already runs that process: a board to an assembly house with the right placement line, a bezel
            to a moulder with the right press. You deal with one contact, one order and one invoice.
          </p>
          <h2>How we test</h2>
          <p>
            Boards are powered up and run through their functions before they are packed. Backlight strips are sorted
            by colour, so that strips from one set match. Mechanical parts are measured against the drawing. What
            fails is not reworked until it passes: it is scrapped and made again.
          </p>
          <h2>Why 1000 pieces</h2>
          <p>
            Setting up a line costs the same for ten parts as for ten thousand. From 1000 pieces on, that cost no
            longer decides the price, so this is where our orders begin. The price on the part is the price on the
            invoice, and the stock you see is the stock you can order.
          </p>
        </div>
        <dl className="fact-list figures">
          <div><dt>Manufacturers in Europe</dt><dd>over 2,000</dd></div>
          <div><dt>Materials</dt><dd>over 70</dd></div>
          <div><dt>Served countries</dt><dd>50+</dd></div>
          <div><dt>Smallest order</dt><dd>1000 pieces</dd></div>
        </dl>
      </div>
      <div className="mt-10 flex flex-wrap gap-3">
        <ButtonLink to={paths.inventory}>See the parts</ButtonLink>
        <ButtonLink to={paths.contact} variant="secondary">Write to us</ButtonLink>
      </div>
    </Page>
  )
}

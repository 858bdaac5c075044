import type { ReactNode } from 'react'
import MarkdownText from 'markdown-to-jsx/react'

const Plain = ({ children }: { children?: ReactNode }) => <p className="font-semibold">{children}</p>
const Nothing = () => null

/** Headings would compete with those of the page, and descriptions have no pictures. */
const options = {
  disableParsingRawHTML: true,
  forceBlock: true,
  overrides: {
    ul: { props: { className: 'list-disc pl-5' } },
    ol: { props: { className: 'list-decimal pl-5' } },
    a: { props: { className: 'link' } },
    h1: Plain,
    h2: Plain,
    h3: Plain,
    h4: Plain,
    h5: Plain,
    h6: Plain,
    img: Nothing,
  },
}

/** A text as Markdown. HTML in it is text, and no address runs a script. */
export default function Markdown({ text }: { text: string }) {
  return (
    <MarkdownText className="markdown" options={options}>
      {text.replace(/(?<=\S) *\n(?=[^\n])/g, '  \n')}
    </MarkdownText>
  )
}

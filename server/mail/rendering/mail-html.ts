import type { MailBlock } from '#database/tables/mails.ts'
import { html, type Html } from './html.ts'
import { FAREWELL, GREETING, linesOf, type MailContent } from './mail-content.ts'

/*
 * A mail in the design of the shop. Mail programs support little CSS: the layout consists of tables, styles are inline, and
 * the style sheet only has the colours of dark mode. Nothing is loaded, so opening a mail cannot be tracked.
 */

/** The storefront's colours (app/app.css), as far as mails need them. */
const C = {
  canvas: '#f5f6f8',
  surface: '#ffffff',
  sunken: '#eef1f6',
  ink: '#0f1b33',
  soft: '#4b576e',
  line: '#d9dee7',
  accent: '#1d4fd7',
  onAccent: '#ffffff',
  night: '#141c30',
  onNight: '#f3f6fc',
}

const DARK_COLOURS = `
    @media (prefers-color-scheme: dark) {
      .canvas { background: #0b1221 !important }
      .surface { background: #131d33 !important; border-color: #263450 !important }
      .sunken { background: #0e1729 !important }
      .line { border-color: #263450 !important }
      .ink { color: #e9eef8 !important }
      .soft { color: #aab6cc !important }
      .link { color: #8fb2ff !important }
      .header { border-color: #8fb2ff !important }
      .button { background: #8fb2ff !important }
      .button-text { color: #0b1221 !important }
    }`

// No quotes: they would have to be escaped in an attribute, and not every mail program reads that.
const FONT = 'font-family:Segoe UI,system-ui,-apple-system,Helvetica Neue,Arial,sans-serif'
const TEXT = `${FONT};font-size:16px;line-height:1.6;color:${C.ink}`
const SMALL = `${FONT};font-size:14px;line-height:1.5;color:${C.soft}`
const STRONG = `${FONT};font-weight:bold;line-height:1.4`
const NO_LINE = 'text-decoration:none'
const LINE_AROUND = `border:1px solid ${C.line}`
const ROUND_ABOVE = 'border-radius:8px 8px 0 0'
const ROUND_BELOW = 'border-radius:0 0 8px 8px'
/** Ids and addresses have no spaces to break at. */
const BREAKS = 'word-break:break-word;overflow-wrap:anywhere'

const S = {
  preview: 'display:none;max-height:0;overflow:hidden',
  page: 'width:100%;max-width:600px',
  header: `padding:18px 24px;background:${C.night};border-bottom:4px solid ${C.accent};${ROUND_ABOVE}`,
  brand: `${STRONG};font-size:20px;color:${C.onNight};${NO_LINE};${BREAKS}`,
  content: `padding:28px 24px 12px;background:${C.surface};${LINE_AROUND};border-top:0;${ROUND_BELOW}`,
  title: `margin:0 0 20px;${FONT};font-size:24px;line-height:1.3;color:${C.ink};${BREAKS}`,
  paragraph: `margin:0 0 16px;${TEXT}`,
  farewell: `margin:24px 0 16px;${TEXT}`,
  footer: `padding:16px 24px;${SMALL};${BREAKS}`,
  link: `color:${C.accent}`,
  button: `background:${C.accent};border-radius:8px`,
  buttonText: `display:inline-block;padding:12px 24px;${STRONG};font-size:16px;color:${C.onAccent};${NO_LINE}`,
  address: `margin:0 0 20px;${SMALL};${BREAKS}`,
  facts: `margin:4px 0 20px;background:${C.sunken};border-radius:8px`,
  factName: `padding:10px 0 10px 16px;${SMALL}`,
  factValue: `padding:10px 16px 10px 12px;${FONT};font-size:15px;line-height:1.4;color:${C.ink};${BREAKS}`,
  lineAbove: `;border-top:1px solid ${C.line}`,
  quote: `padding:4px 0 4px 16px;border-left:3px solid ${C.line};${TEXT};${BREAKS}`,
}

const FRAME = html`role="presentation" cellpadding="0" cellspacing="0" border="0"`

/** A mail as HTML, at most 600 px wide. */
export function mailHtml({ title, blocks, shopName, shopUrl, footer }: MailContent): string {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="supported-color-schemes" content="light dark">
    <meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
    <title>${title}</title>
    <style>${DARK_COLOURS}
    </style>
  </head>
  <body class="canvas" style="margin:0;padding:0;background:${C.canvas}">
    <div style="${S.preview}">${preview(blocks)}</div>
    <table ${FRAME} class="canvas" width="100%" style="background:${C.canvas}">
      <tr>
        <td align="center" style="padding:24px 12px">
          <table ${FRAME} width="600" style="${S.page}">
            <tr>
              <td class="header" bgcolor="${C.night}" style="${S.header}">
                <a href="${shopUrl}" style="${S.brand}">${shopName}</a>
              </td>
            </tr>
            <tr>
              <td class="surface" bgcolor="${C.surface}" style="${S.content}">
                <h1 class="ink" style="${S.title}">${title}</h1>
                ${[paragraph(GREETING), ...blocks.map(blockHtml)]}
                <p class="ink" style="${S.farewell}">${FAREWELL}<br>${shopName}</p>
              </td>
            </tr>
            <tr>
              <td class="soft" style="${S.footer}">${shopName} &middot; ${link(shopUrl)}${footer === '' ? [] : linesOf(footer).map((line) => html`<br>${line}`)}</td>
            </tr>
          </table>
        </td>
      </tr>
    </table>
  </body>
</html>
`.toString()
}

/** The text that mail programs show beside the subject: the first sentence after the greeting. */
function preview(blocks: MailBlock[]): string {
  const first = blocks.find((block) => 'say' in block)
  return first?.say ?? ''
}

function blockHtml(block: MailBlock): Html {
  if ('say' in block) return paragraph(block.say)
  if ('open' in block) return button(block.open, block.label)
  if ('quote' in block) return quotation(block.quote)
  return factTable(block.facts)
}

const paragraph = (text: string) => html`
                <p class="ink" style="${S.paragraph}">${text}</p>`

const link = (address: string) => html`<a class="link" href="${address}" style="${S.link}">${address}</a>`

/** The address is repeated below, for programs that show no button and for readers who check it first. */
const button = (address: string, label: string) => html`
                <table ${FRAME} style="margin:8px 0 12px">
                  <tr>
                    <td class="button" bgcolor="${C.accent}" style="${S.button}">
                      <a class="button-text" href="${address}" style="${S.buttonText}">${label}</a>
                    </td>
                  </tr>
                </table>
                <p class="soft" style="${S.address}">Or open ${link(address)}</p>`

const factTable = (facts: [string, string][]) => html`
                <table ${FRAME} class="sunken" width="100%" style="${S.facts}">
                  ${facts.map(([name, value], index) => factRow(name, value, index === 0 ? '' : S.lineAbove))}
                </table>`

const factRow = (name: string, value: string, line: string) => html`
                  <tr>
                    <td class="soft line" valign="top" width="68" style="${S.factName}${line}">${name}</td>
                    <td class="ink line" valign="top" style="${S.factValue}${line}">${value}</td>
                  </tr>`

const quotation = (text: string) => html`
                <table ${FRAME} width="100%" style="margin:4px 0 20px">
                  <tr>
                    <td class="ink line" style="${S.quote}">${lines(text)}</td>
                  </tr>
                </table>`

const lines = (text: string) => linesOf(text).map((line, index) => (index === 0 ? html`${line}` : html`<br>${line}`))

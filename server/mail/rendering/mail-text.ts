import type { MailBlock } from '#database/tables/mails.ts'
import { FAREWELL, GREETING, linesOf, type MailContent } from './mail-content.ts'

/** A mail as plain text. */
export function mailText({ blocks, shopName, shopUrl, footer }: MailContent): string {
  const end = [`${FAREWELL}\n${shopName}\n${shopUrl}`, linesOf(footer).join('\n')].filter(Boolean)
  return `${[GREETING, ...blocks.map(blockText), ...end].join('\n\n')}\n`
}

function blockText(block: MailBlock): string {
  if ('say' in block) return block.say
  if ('open' in block) return block.open
  if ('quote' in block)
    return linesOf(block.quote)
      .map((line) => `> ${line}`.trimEnd())
      .join('\n')
  const width = Math.max(...block.facts.map(([name]) => name.length)) + ':  '.length
  return block.facts.map(([name, value]) => `${name}:`.padEnd(width) + value).join('\n')
}

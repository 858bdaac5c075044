/** The characters of the bytes from 128 on, as DOS and Windows name files in ZIPs: in Western Europe, and in America. */
const CODE_PAGES = [
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
]

const ofCodePage = (bytes: Uint8Array, high: string) =>
  Array.from(bytes, (byte) => (byte < 128 ? String.fromCharCode(byte) : high[byte - 128]!)).join('')

/**
 * The possible readings of a path in a ZIP, the most likely first. Without the mark of UTF-8 the bytes are that all the same where they can
 * be, as many programs write it; otherwise they are of a code page that the archive does not name.
 */
export function spellingsOf(bytes: Uint8Array<ArrayBuffer>, isUtf8: boolean): string[] {
  const readings = (): string[] => {
    try {
      return [new TextDecoder('utf-8', { fatal: !isUtf8 }).decode(bytes)]
    } catch {
      return [...CODE_PAGES.map((page) => ofCodePage(bytes, page)), new TextDecoder('windows-1252').decode(bytes)]
    }
  }
  return [...new Set(readings().map((path) => path.replaceAll('\\', '/').normalize('NFC')))]
}

/** A path for comparisons: the same in upper case, with decomposed letters, with backslashes and after './'. */
export const comparablePath = (path: string): string =>
  path
    .replaceAll('\\', '/')
    .split('/')
    .map((word) => word.trim())
    .filter((word) => word !== '' && word !== '.')
    .join('/')
    .toLowerCase()
    .normalize('NFC')

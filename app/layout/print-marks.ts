/**
 * Runs in the head. Before the page is printed, it hands brand, title, seller and date to the style sheet, which puts them
 * on the margin of each sheet (app/styles/print.css). It is in the page and not in the browser's scripts.
 */
export const MARK_PRINT_SCRIPT = import.meta.env.SSR ? `(${markPrint})();` : ''

function markPrint() {
  addEventListener('beforeprint', () => {
    const parts = document.title.split(' | ')
    const shopName = parts.pop() ?? ''
    const marks = {
      '--print-brand': shopName,
      '--print-title': parts.join(' | '),
      '--print-seller': `Sold by ${shopName}, ${location.host}`,
      '--print-date': new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' }).format(new Date()),
    }
    for (const [name, text] of Object.entries(marks)) document.documentElement.style.setProperty(name, JSON.stringify(text))
  })
}

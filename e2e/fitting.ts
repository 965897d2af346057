// What does not fit at a reader's own text size: measured in the page, for screens and for an open dialog.
import type { Page } from 'playwright-core'

/** As the reader's own text size of the browser, which every length in rem follows. */
export const textSize = (percent: number) => `{
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(':root { font-size: ${percent}% !important }')
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}`

/** What does not fit: the page scrolls sideways, text is cut or leaves its box, or a short word is broken. */
export const UNFITTING = `(() => {
  const found = []
  const page_width = document.documentElement.clientWidth
  if (document.documentElement.scrollWidth > page_width)
    found.push('the page is ' + document.documentElement.scrollWidth + ' px wide')
  // The nearest box around that cuts at its sides what it contains; one that scrolls cuts nothing.
  const edgeOf = (element) => {
    for (let around = element.parentElement; around !== null && around !== document.body; around = around.parentElement) {
      const { overflowX } = getComputedStyle(around)
      if (/auto|scroll/.test(overflowX)) return null
      if (/hidden|clip/.test(overflowX)) return around.offsetWidth <= 1 ? null : around.getBoundingClientRect()
    }
    return null
  }
  // The control with an edge that one sees, in whose layout this lies; a count at its corner does not.
  const controlOf = (element) => {
    for (let around = element; around !== null; around = around.parentElement) {
      const { backgroundColor, borderTopWidth, position } = getComputedStyle(around)
      if (around.matches('button, a[href]'))
        return backgroundColor === 'rgba(0, 0, 0, 0)' && borderTopWidth === '0px' ? null : around
      if (position === 'absolute') return null
    }
    return null
  }
  // An icon inside a field lies over its text where the padding is narrower than the icon.
  for (const field of document.querySelectorAll('input, select, textarea')) {
    const { paddingLeft, paddingRight, opacity } = getComputedStyle(field)
    if (field.offsetWidth <= 1 || opacity === '0') continue
    const { left, right } = field.getBoundingClientRect()
    for (const icon of field.parentElement.querySelectorAll(':scope > svg')) {
      const box = icon.getBoundingClientRect()
      if (box.width === 0 || box.right <= left || box.left >= right) continue
      const is_first = box.left - left < right - box.right
      const over = is_first ? box.right - (left + Number.parseFloat(paddingLeft)) : right - Number.parseFloat(paddingRight) - box.left
      if (over > 0) found.push('an icon over the text of the field: ' + (field.labels?.[0]?.textContent ?? field.name))
    }
  }
  for (const element of document.querySelectorAll('body *')) {
    const style = getComputedStyle(element)
    // What only screen readers read is one pixel wide.
    if (element.offsetWidth <= 1 || style.visibility === 'hidden' || style.clipPath !== 'none') continue
    const box = element.getBoundingClientRect()
    const add = (fault) => found.push(fault + ': ' + element.tagName + ' ' + element.textContent.trim().slice(0, 40))
    const texts = [...element.childNodes].filter((node) => node.nodeType === 3 && node.nodeValue.trim() !== '')
    if (texts.length === 0) continue
    if (/hidden|clip/.test(style.overflowX) && element.scrollWidth > element.clientWidth + 1) add('cut at the side')
    if (/hidden|clip/.test(style.overflowY) && element.scrollHeight > element.clientHeight + 2) add('cut below')
    if (element.closest('[class*=overflow-x-], details:not([open]) > :not(summary)') !== null) continue
    // A row of a list that moves may be outside altogether.
    const row = (element.closest('li') ?? element).getBoundingClientRect()
    for (let around = element.parentElement; around !== null; around = around.parentElement) {
      const { overflowY } = getComputedStyle(around)
      if (/auto|scroll/.test(overflowY) || around === document.body) break
      if (!/hidden|clip/.test(overflowY)) continue
      const edge = around.getBoundingClientRect()
      const is_outside = row.bottom <= edge.top + 1 || row.top >= edge.bottom - 1
      if (!is_outside && (box.top < edge.top - 2 || box.bottom > edge.bottom + 2)) add('cut by what is around')
    }
    const range = document.createRange()
    const held = controlOf(element)?.getBoundingClientRect() ?? null
    const clipped = element instanceof HTMLElement ? edgeOf(element) : null
    for (const text of texts) {
      range.selectNodeContents(text)
      const { left, right } = range.getBoundingClientRect()
      if (held !== null && (left < held.left - 1 || right > held.right + 1)) add('text beyond its control')
      if (right > page_width + 1) add('beyond the edge')
      else if (clipped !== null && (right > clipped.right + 0.5 || left < clipped.left - 0.5)) add('cut at the side by what is around')
      else if (style.display !== 'inline' && right > box.right + 2) add('text beyond its box')
      if (style.overflowWrap === 'anywhere' || style.wordBreak === 'break-all') continue
      // The code of a link is no word.
      for (const { index, 0: word } of text.nodeValue.matchAll(/(?<![\\p{L}\\p{N}/])\\p{sc=Latin}{2,9}(?![\\p{L}\\p{N}])/gu)) {
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        const lines = new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)))
        if (lines.size > 1) add('broken word ' + word)
      }
    }
  }
  return [...new Set(found)]
})()`

/** What of an open dialog cannot be reached: it scrolls sideways, or a control of it cannot be scrolled into view. */
export const UNREACHABLE = `(() => {
  const found = []
  const dialog = document.querySelector('dialog[open], [role=menu]')
  if (dialog.scrollWidth > dialog.clientWidth + 1) found.push('scrolls sideways by ' + (dialog.scrollWidth - dialog.clientWidth) + ' px')
  for (const control of dialog.querySelectorAll('button, a[href], input:not([type=hidden]), select, [role=menuitem]')) {
    if (control.offsetWidth <= 1) continue
    control.scrollIntoView({ block: 'center', behavior: 'instant' })
    const { left, top, width, height } = control.getBoundingClientRect()
    const there = document.elementFromPoint(left + width / 2, top + height / 2)
    const target = control.closest('label') ?? control
    if (!target.contains(there)) found.push('covered or outside: ' + (control.ariaLabel || control.textContent || control.name).trim().slice(0, 40))
    if (left < -1 || left + width > innerWidth + 1) found.push('beyond the edge: ' + control.textContent.trim().slice(0, 40))
  }
  return found
})()`

const SIZES = [
  { width: 360, height: 640 },
  { width: 640, height: 360 },
]

/** What of this screen does not fit at a text size of 200 %, upright and on its side; afterwards the page is as it was. */
export const screenInLargeText = (page: Page): Promise<string[]> => inLargeText(page, [UNFITTING])

/** Faults of the open dialog at a text size of 200 %, upright and on its side; afterwards the page is as it was. */
export const faultsInLargeText = (page: Page): Promise<string[]> =>
  inLargeText(page, [UNREACHABLE, UNFITTING])

async function inLargeText(page: Page, measures: readonly string[]): Promise<string[]> {
  const before = page.viewportSize()!
  await page.evaluate(textSize(200))
  const found: string[] = []
  for (const size of SIZES) {
    await page.setViewportSize(size)
    for (const measure of measures) found.push(...(await page.evaluate<string[]>(measure)))
  }
  await page.evaluate('void (document.adoptedStyleSheets = document.adoptedStyleSheets.slice(0, -1))')
  await page.setViewportSize(before)
  return found
}

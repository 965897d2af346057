// What tells that a text became more than text: something of it ran, asked another host, opened a dialog or violated a CSP.
import type { BrowserContext, Page } from 'playwright-core'

/** Runs in every frame before anything else; reports to the console what ran or violated the CSP. */
const CANARY = `globalThis.__xss = (which) => console.warn('canary: ran ' + which)
document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
  console.warn('canary: policy ' + violatedDirective + ' ' + blockedURI + ' at ' + location.pathname))`

/** Collects every breach in this context from now on. */
export async function watched(context: BrowserContext, open: readonly Page[] = []): Promise<Set<string>> {
  const breaches = new Set<string>()
  const hear = (page: Page) => {
    page.on('console', (line) => {
      if (line.text().startsWith('canary: ')) breaches.add(line.text())
    })
    page.on('dialog', (dialog) => {
      breaches.add(`dialog ${dialog.message()}`)
      void dialog.dismiss()
    })
  }
  context.on('page', hear)
  for (const page of open) {
    hear(page)
    await page.evaluate(CANARY)
  }
  context.on('request', (request) => {
    if (URL.parse(request.url())?.hostname.endsWith('canary.invalid')) breaches.add(`asked ${request.url()}`)
  })
  await context.addInitScript({ content: CANARY })
  return breaches
}

/** Packs them into as few texts as possible. */
export function packed(texts: readonly string[], longest: number): string[] {
  const packs: string[] = []
  for (const text of texts) {
    const last = packs.at(-1)
    if (last !== undefined && last.length + text.length + 1 <= longest)
      packs[packs.length - 1] = `${last} ${text}`
    else packs.push(text)
  }
  return packs
}
